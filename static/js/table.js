// Everything that the page of a table does besides staying up to date (live.js).

import "./offline.js";
