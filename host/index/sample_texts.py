"""Texts that show a model the range of what it will read: many kinds of prose, lists, code, numbers, scripts."""

from __future__ import annotations

_PARAGRAPHS = (
    "The river rises in the hills above the town and reaches the sea after ninety kilometres. Two dams hold its water "
    "back in spring, when the snow melts, and let it go in August, when the fields downstream are dry.",
    "To reset the device, hold the power button for ten seconds until the light turns amber. Release it, wait for two "
    "short beeps, then press it once more. Settings are kept; downloaded maps are not.",
    "def total(prices: list[float], tax: float = 0.19) -> float:\n    return sum(prices) * (1 + tax)\n\nassert "
    "round(total([1.5, 2.5]), 2) == 4.76",
    "Patients who slept less than six hours had a higher resting heart rate (72 against 66 beats a minute, p < 0.01). "
    "The difference was gone after four weeks of regular sleep, and it did not depend on age or weight.",
    "| City | Population | Founded |\n|---|---|---|\n| Aldport | 48,200 | 1231 |\n| Venn | 7,915 | 1640 |\n| New "
    "Hallow | 312,004 | 1802 |",
    "Either party may end this agreement with thirty days' notice in writing. Fees already paid are returned in "
    "proportion, except where the customer has broken section 4.2 or has not paid an invoice for sixty days.",
    "What did the committee decide about the bridge?",
    "Melt the butter with the sugar, take the pan off the heat, and stir in the flour one spoon at a time. The dough "
    "should be soft but not sticky. Bake at 180 °C for 25 minutes.",
    "Die Bibliothek ist montags geschlossen. Wer ein Buch verlängern möchte, kann das bis Mitternacht über die "
    "Internetseite tun.",
    "Le musée ouvre à dix heures ; l'entrée est gratuite le premier dimanche du mois pour les moins de 26 ans.",
    "東京の冬は乾燥して晴れた日が多い。雪は年に数回しか降らない。",
    "Погода на севере меняется быстро: утром солнце, к обеду снег.",
    "The court held that the notice was valid although it had been sent to the old address, since the tenant had never "
    "told the landlord of the new one. Costs follow the event.",
    "GET /v2/items?limit=50&cursor=eyJpZCI6MTJ9 HTTP/1.1\nAuthorization: Bearer <token>\nAccept: application/json\n\n"
    'HTTP/1.1 429 Too Many Requests\nRetry-After: 30\n\n{"error": "rate_limited"}',
    "She closed the door behind her, softly, as one does in a house where somebody is ill, and stood for a while in "
    "the dark hall listening to the clock.",
    "error: cannot borrow `queue` as mutable because it is also borrowed as immutable",
    "Our third quarter brought revenue of 41.2 million, up 8 % on the year before. Operating margin fell by 1.4 points "
    "because freight cost more; we expect it to recover in the coming year.",
    "Photosynthesis turns carbon dioxide and water into sugar and oxygen. Chlorophyll takes in red and blue light and "
    "reflects green, which is why leaves look as they do.",
    '1. Open the settings.\n2. Choose *Network*, then *Advanced*.\n3. Switch off "Use a proxy".\n4. Restart the '
    "program.\n\n- Works on versions 3.1 to 3.8\n- Needs administrator rights",
    "Let f be continuous on [a, b]. Then f takes every value between f(a) and f(b). Proof: bisect the interval, keep "
    "the half whose ends lie on either side of the value, and repeat.",
    "The senate passed the bill by 52 votes to 47 late on Thursday; it now goes to the lower house, where its chances "
    "are thought to be poor.",
    "SELECT author, COUNT(*) AS books FROM catalogue WHERE year >= 1990 GROUP BY author HAVING books > 3 ORDER BY "
    "books DESC;",
    "Migrating cranes fly in a wedge to save strength: each bird but the first uses the rising air at the wing tip of "
    "the one ahead. They change the lead every few minutes.",
    "It's great!!! I'd buy it again :) but shipping took 3 weeks... 4/5 stars",
    "Aluminium-lithium alloys weigh about 3 % less for each per cent of lithium, and are stiffer. Their weakness is "
    "cracking along the short transverse direction under repeated load.",
    "In the beginning the guild had only eleven members. By 1420 it owned two mills, a chapel and the right to hold a "
    "market each Tuesday, and its records fill nineteen volumes.",
    "http://localhost:8080/docs/index.html#install C:\\Users\\me\\file.txt --verbose=2 0x7fff 3.14159 2024-02-29",
    "How can I stop my tomatoes from splitting when it rains after a dry week?",
    "The enzyme's activity was highest at pH 7.4 and 37 °C, and no product was found when zinc ions were taken out "
    "with a chelating agent. Adding zinc back restored nine tenths of it.",
    "Speaker A: So we ship on Friday? Speaker B: If the tests pass. Speaker A: And if they don't? Speaker B: Then we "
    "don't, and we say so.",
    "Memory safety means that a program never reads or writes memory that it does not own. Garbage collectors give it "
    "at run time, ownership rules at compile time.",
    "Voyage aller-retour, 2 adultes, 1 enfant : 418,50 €. Equipaje de mano incluido. Kein Umtausch nach Reisebeginn.",
)

CALIBRATION: tuple[str, ...] = (
    *_PARAGRAPHS[::2],
    *(" ".join(_PARAGRAPHS[first : first + 8]) for first in range(0, 32, 4)),
)
"""Short ones, and long ones that fill what a model reads."""

CHECK: tuple[str, ...] = (*_PARAGRAPHS[1::2], *("\n\n".join(_PARAGRAPHS[first::7]) for first in range(7)))
"""Other texts, on which two forms of a model are compared."""
