// What a page is measured with, all of a state in one call. Each answers with what is wrong, in words.
window.looks = (() => {
  const SIZES = [13, 15, 17, 20, 24, 30, 40, 64];
  const ELSEWHERE = ".unseen, .skip, .printed > *, script, noscript, style, select, textarea";
  const TOLD_BELOW = ".hand-form .at-field"; // one line at its question: whole above the button that saves
  // Heads in two steps, each over its neighbour's column; what a hand was, under its number; and the
  // head of the first hand over the place of Undo.
  const OVERHANGS = ".sheet thead abbr, .sheet .no small, .coming h1";
  const SLACK = 0.25; // of its size: into its own margin
  const CHOSEN = [
    [".chip input:checked + span", ".chip input:not(:checked, :disabled) + span"],
    [".mark input:checked + span", ".mark input:not(:checked, :disabled) + span"],
    [".chip-link:is([aria-current], [aria-pressed='true'])", ".chip-link:not([aria-current], [aria-pressed='true'])"],
    [".rail li > a[aria-current]", ".rail > ul > li > a:not([aria-current])"],
    [".tabs a[aria-current]", ".tabs a:not([aria-current])"],
  ];
  const LABELS = "a, button, summary, label, legend, h1, h2, h3, th, dt, .pill, .chip span, .hint, .notice, .bar, .rail";

  const named = (element, words = element.textContent) => {
    const name = element.classList.length ? `.${[...element.classList].join(".")}` : "";
    return `${element.tagName.toLowerCase()}${name} “${words.trim().replace(/\s+/g, " ").slice(0, 50)}”`;
  };
  const short = (found) => [...new Set(found)].slice(0, 8);

  /** Every text that is seen: its element, its lines, and the box that it is laid out in. */
  const texts = () => {
    const found = [];
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || element.closest(ELSEWHERE) || !element.checkVisibility({ visibilityProperty: true })) {
        continue;
      }
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((line) => line.width > 1);
      if (lines.length) {
        found.push({ node, element, lines });
      }
    }
    return found;
  };

  const boxes = new Map();
  /** What an element does with what is larger than itself, looked up once. */
  const boxOf = (element) => {
    if (!boxes.has(element)) {
      const style = getComputedStyle(element);
      boxes.set(element, {
        rect: element.getBoundingClientRect(),
        isInline: style.display.startsWith("inline") && !style.display.startsWith("inline-") || style.display === "contents",
        hides: style.overflowX !== "visible" || style.overflowY !== "visible",
        scrolls: /auto|scroll/.test(style.overflowX + style.overflowY),
        isUnseen: style.clipPath !== "none" || (style.overflowX !== "visible" && element.clientWidth <= 1),
        isFixed: style.position === "fixed" || style.position === "sticky" || style.position === "absolute",
      });
    }
    return boxes.get(element);
  };

  const around = function* (element) {
    for (let it = element; it && it !== document.documentElement; it = it.parentElement) {
      yield [it, boxOf(it)];
    }
  };

  /** Texts and things to tap that stick out of the screen or of their own box, or are cut off by a box around them. */
  const spills = (seen) => {
    const wrong = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) {
      wrong.push(`the page is ${wide} wide`);
    }
    for (const element of document.querySelectorAll("body :is(a, button, input, select, textarea, img, table, .paper)")) {
      const rect = element.getBoundingClientRect();
      const isOut = rect.width && (rect.right > innerWidth + 1 || rect.left < -1);
      if (isOut && !element.closest(ELSEWHERE) && element.checkVisibility() && ![...around(element)].some(([, { scrolls }]) => scrolls)) {
        wrong.push(`beside the screen: ${named(element)}`);
      }
    }
    for (const { node, element, lines } of seen) {
      if (element.closest("svg") || element.matches(TOLD_BELOW)) {
        continue;
      }
      const size = parseFloat(getComputedStyle(element).fontSize);
      const left = Math.min(...lines.map((line) => line.left));
      const right = Math.max(...lines.map((line) => line.right));
      // A line is as high as its font says; its letters are less.
      const top = Math.min(...lines.map((line) => (line.top + line.bottom) / 2)) - size * 0.4;
      const bottom = Math.max(...lines.map((line) => (line.top + line.bottom) / 2)) + size * 0.4;
      let own = null;
      for (const [around_, box] of around(element)) {
        if (box.isUnseen || box.scrolls) {
          own = "elsewhere";
          break;
        }
        if (box.isInline || (own && !box.hides)) {
          continue;
        }
        own = own ?? around_;
        const { rect } = box;
        if (element.matches(OVERHANGS) && !box.hides) {
          continue;
        }
        const over = Math.max(rect.left - left, right - rect.right);
        const under = Math.max(rect.top - top, bottom - rect.bottom);
        if (rect.width > 1 && rect.height > 1 && (over > size * SLACK || under > size * SLACK)) {
          wrong.push(`${box.hides ? "cut" : "sticks out"} by ${Math.round(Math.max(over, under))}: ${named(around_, node.data)}`);
          break;
        }
      }
      if (own !== "elsewhere" && (right > innerWidth + 1 || left < -1)) {
        wrong.push(`beside the screen: ${named(element, node.data)}`);
      }
    }
    return short(wrong);
  };

  /** Words of a drawing that it cuts off. */
  const cut = (seen) => {
    const drawn = seen.map(({ element }) => [element, element.closest("svg")]).filter(([, drawing]) => drawing && boxOf(drawing).hides);
    return short(drawn.filter(([element, drawing]) => {
      const [word, whole] = [element, drawing].map((it) => it.getBoundingClientRect());
      return word.left < whole.left - 1 || word.right > whole.right + 1;
    }).map(([element]) => `cut in a drawing: ${named(element)}`));
  };

  /** Texts of which one lies on another; what hovers over the page (a bar, a list) is left out. */
  const overlaps = (seen) => {
    const placed = [];
    for (const { element, lines } of seen) {
      if (element.closest("svg")) {
        continue;
      }
      let hovers = false;
      let frame = null;
      for (const [, box] of around(element)) {
        hovers = hovers || box.isUnseen || box.isFixed;
        frame = frame ?? (box.scrolls ? box.rect : null);
      }
      if (hovers && !element.closest(".rail")) {
        continue;
      }
      const size = parseFloat(getComputedStyle(element).fontSize) * 0.3;
      for (const line of lines) {
        if (frame && (line.right > frame.right || line.left < frame.left)) {
          continue;
        }
        const middle = (line.top + line.bottom) / 2;
        placed.push({ element, left: line.left + 1, right: line.right - 1, top: middle - size, bottom: middle + size, layer: !!element.closest(".rail") });
      }
    }
    placed.sort((one, other) => one.top - other.top);
    const wrong = [];
    placed.forEach((one, at) => {
      for (let next = at + 1; next < placed.length && placed[next].top < one.bottom; next += 1) {
        const other = placed[next];
        if (one.layer === other.layer && one.left < other.right && other.left < one.right && one.element !== other.element) {
          wrong.push(`${named(one.element)} lies on ${named(other.element)}`);
        }
      }
    });
    return short(wrong);
  };

  /** Sizes that are not one of the eight; words of a drawing are held to the smallest alone. */
  const sizes = (seen) => {
    const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const wrong = [];
    for (const { element } of seen) {
      let size = parseFloat(getComputedStyle(element).fontSize) / scale;
      const drawing = element.closest("svg");
      if (drawing) {
        size *= Math.abs(element.getScreenCTM()?.d ?? 1);
      }
      if (drawing ? size < SIZES[0] - 0.5 : !SIZES.some((known) => Math.abs(known - size) < 0.1)) {
        wrong.push(`${size.toFixed(1)} px: ${named(element)}`);
      }
    }
    return short(wrong);
  };

  const checks = { spills, cut, overlaps, sizes };
  /** What these checks find on the page as it is now: its texts are looked up once for all of them. */
  const found = (...names) => {
    boxes.clear();
    const seen = texts();
    return names.flatMap((name) => checks[name](seen));
  };

  /** How much of the screen lies between the first and the last letter. */
  const used = () => {
    const lines = texts().filter(({ element }) => element.closest("main, .rail")).flatMap((text) => text.lines);
    const edges = [...document.querySelectorAll("main :is(.paper, .table, table, svg, input)")]
      .filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect());
    const all = [...lines, ...edges.filter((box) => box.width > 1)];
    return (Math.max(...all.map((it) => it.right)) - Math.min(...all.map((it) => it.left))) / innerWidth;
  };

  /** Where the colours are those of the reader: what is chosen that looks like what is not. */
  const alike = () => {
    const how = (element) => {
      const style = getComputedStyle(element);
      const { backgroundColor, borderColor, borderStyle, borderWidth, outlineStyle, outlineColor, outlineWidth } = style;
      const outline = outlineStyle === "none" ? "" : `${outlineStyle} ${outlineColor} ${outlineWidth}`;
      return [backgroundColor, borderColor, borderStyle, borderWidth, outline].join();
    };
    const seen = (which) => [...document.querySelectorAll(which)].filter((it) => it.checkVisibility());
    return short(CHOSEN.flatMap(([chosen, other]) => {
      const others = new Set(seen(other).map(how));
      return seen(chosen).filter((it) => others.has(how(it))).map((it) => `${named(it)} looks like what is not chosen`);
    }));
  };

  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  /** As WCAG 1.4.12 lets a reader space every text. */
  const spaced = (is) => sheet.replaceSync(is ? `
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }` : "");

  const larger = (times) => {
    document.documentElement.style.fontSize = times === 1 ? "" : `${times * 100}%`;
  };

  /** Each word of what is to be translated grows by 40 %, as in another language; no name does. */
  const lengthened = () => {
    for (const { node, element } of texts()) {
      if (element.closest(LABELS) && !element.closest(".name, svg, abbr, time")) {
        node.data = node.data.replace(/\p{L}{2,14}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase());
      }
    }
  };

  const opened = () => document.querySelectorAll("main details:not(.more)").forEach((it) => { it.open = true; });

  return { found, used, alike, spaced, larger, lengthened, opened };
})();
