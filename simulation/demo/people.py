"""Who comes to the demo club's events; some of them are there more than once."""

from __future__ import annotations

from simulation.play.plan import Person

_BY_HOME = {
    "Grünau": "Anna Bauer, Bärbel Huber, Emil Wagner, Irma Vogt, Traudl Kirchner, Sepp Angerer, "
    "Inge Zoller, Günther Maier, Käthe Brandl, Jürgen Pichler, Resi Stadler, Xaver Oberhuber",
    "Kohler": "Walt Kowalski, Lois Schmidt, Dottie Krueger, Hank Olson, Marge Lindner, Ray Becker, "
    "Lorraine Voss, Norm Petersen, Elmer Jansen, Vern Schultz, Bev Thompson, Dale Novak",
    "Sheboygan Falls": "Otto Zimmermann, Arlene Fischer, Gordy Mueller, June Steffen, Roy Dietz, "
    "Shirley Wolff, Butch Hansen, Darlene Koenig, Chuck Raddatz, Phyllis Mertens",
    "Tannbach": "Elke Sommer-Hallertauer, Klaus Reindl, Moni Eder, Schorsch Eder, Vroni Lechner, "
    "Toni Lechner, Hildegard von Tannbach, Alois Gruber, Gerti Haas, Hans Haas, Franz Moser, "
    "Leni Wimmer",
    "Kuressaare": "Mart Saar, Ülle Saar, Jaan Mägi, Kati Mägi, Tõnu Rand, Liis Rand, Peeter Kask, "
    "Aino Kask, Mihkel Põld",
    "Orissaare": "Leida Põld, Rein Tamm, Õie Tamm, Arvo Lepik, Maret Lepik, Kalju Ots, Sirje Ots, "
    "Heino Laas, Külli Laas",
    "Eichstätt": "Hias Deml, Burgl Deml, Girgl Kraus, Zenzi Kraus, Fritz Amann, Gerda Amann, "
    "Uwe Lorenz, Heike Lorenz",
}

PEOPLE = tuple(Person(name, home) for home, names in _BY_HOME.items() for name in names.split(", "))
ISLANDERS = tuple(known for known in PEOPLE if known.home in ("Kuressaare", "Orissaare"))
OTHERS = tuple(known for known in PEOPLE if known not in ISLANDERS)
