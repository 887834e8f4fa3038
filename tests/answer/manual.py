"""A manual of our own, and questions with words of the unit that answers each."""

MANUAL = """\
# Heron weather station

The Heron is a weather station for balconies and small gardens. It measures temperature, humidity, wind and rain.
Readings reach your phone through the base unit, which stands indoors. No account is needed.

## Placing the mast

Put the mast at least two metres away from walls, because walls store warmth and falsify the temperature.
The wind sensor needs open air on all sides. Tighten the clamp by hand; a tool would crack it.
The arrow on the housing has to point north. \
How do you find north without a compass? At noon the mast's shadow points there.

## Power

The mast runs on a solar cell and a lithium battery. A full battery lasts 19 days without sun.
In winter the cell delivers too little, so the station then sends only every ten minutes. \
It returns to one reading a minute when the battery is above 60 %.
Replace the battery after four years. Use only model LB-220, since other cells can leak.

## Connecting the base unit

1. Plug the base unit into a socket and wait until its lamp blinks blue.
2. Open the app and choose *Add station*.
3. Enter the eight-digit code printed under the base unit.

The radio link works on 868 MHz and reaches 120 metres in open terrain. Concrete ceilings cut that to about 25 metres.

## Command line

The base unit also answers to a small program. Install it with pip:

```sh
pip install heronctl
```

To export a month of readings as a spreadsheet, run:

```sh
heronctl export --month 2024-05 --format csv readings.csv
```

A factory reset deletes all readings and the radio pairing:

```sh
heronctl reset --yes
```

## Settings

| Setting | Default | Meaning |
|---|---|---|
| interval | 60 | Seconds between two readings |
| frost_alarm | 2 | Degrees below which the phone rings |
| keep_days | 730 | How long readings are kept before they are deleted |

Settings take effect after the next reading. A restart is not needed.

## Lamp and errors

The lamp on the base unit tells its state.

- Green: the station is connected and sends readings.
- Blue, blinking: the base unit waits for pairing.
- Red: the memory is full. Export the readings and delete old ones.

Error E14 means that the rain gauge is blocked, mostly by leaves. Remove the funnel and rinse it with clear water.
Error E31 means that the humidity sensor got wet; it recovers by itself within a day.

## Privacy

Readings stay on the base unit. Nothing is sent to us, and there is no cloud service.
The app asks for your location once, only to show sunrise and sunset.

## Warranty and returns

The warranty is three years and does not cover storms above 110 km/h.
Send defective parts to the workshop in Lund. We pay the postage. Repairs usually take eight working days.

## History

Two sisters built the first Heron in 2011 for their father's orchard. \
The company was founded in 2014 by Ida and Maja Ekström.
Since 2019 all housings are made of recycled fishing nets.
"""

QUESTIONS = [
    ("What does the Heron measure?", "temperature, humidity, wind and rain"),
    ("Do I need an account?", "No account is needed"),
    ("How far from walls should the mast be?", "two metres away from walls"),
    ("Why must the mast not stand near a wall?", "store warmth"),
    ("Which direction must the arrow point?", "point north"),
    ("How long does the battery last without sunlight?", "19 days"),
    ("Which battery model do I need?", "LB-220"),
    ("When should the battery be replaced?", "four years"),
    ("How often does the station send in winter?", "every ten minutes"),
    ("What is the range of the radio link?", "120 metres"),
    ("What frequency does the radio use?", "868 MHz"),
    ("How far does the signal reach through concrete?", "25 metres"),
    ("Which code do I have to enter in the app?", "eight-digit code"),
    ("How do I install the program?", "pip install heronctl"),
    ("What is the command to export readings as csv?", "heronctl export"),
    ("How do I reset the station to factory state?", "heronctl reset --yes"),
    ("What is the default of frost_alarm?", "Degrees below which"),
    ("How long are readings kept?", "730"),
    ("What does keep_days mean?", "730"),
    ("Do I have to restart after changing a setting?", "restart is not needed"),
    ("What does a red lamp mean?", "memory is full"),
    ("The lamp blinks blue, why?", "waits for pairing"),
    ("What is error E14?", "rain gauge is blocked"),
    ("What does E31 mean?", "humidity sensor got wet"),
    ("Is my data sent to a cloud?", "no cloud service"),
    ("Why does the app want my location?", "sunrise and sunset"),
    ("How long is the warranty?", "three years"),
    ("Are storms covered by the warranty?", "110 km/h"),
    ("Who pays for shipping when I return a part?", "We pay the postage"),
    ("How long does a repair take?", "eight working days"),
    ("Who founded the company?", "Ida and Maja"),
    ("What are the housings made of?", "recycled fishing nets"),
    ("When was the company founded?", "2014"),
]
