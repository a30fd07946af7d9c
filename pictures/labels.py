"""Draws every printed surface of the series (labels, stamps, cloth) as PNG files.

Usage: python labels.py OUT_DIR
"""
import math
import subprocess
import sys
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

INK = "#23211E"
PAPER = "#F6F1E7"
CAMELLIA = "#A4303F"
YUZU, SANDAL, MINT = "#D6A51F", "#8C5A3A", "#6E9E74"  # the strip of a scent

# key: (size in px, paper, ink, big name, small line, volume, strip colour)
LABELS = {
    "oil": ((640, 760), PAPER, INK, "しずく", "純椿油", "60 mL", CAMELLIA),
    "oil-plain": ((560, 620), PAPER, INK, "椿油", "一年便", "30 mL", CAMELLIA),
    "oil-30": ((560, 620), PAPER, INK, "しずく", "純椿油", "30 mL", CAMELLIA),
    "oil-yuzu-30": ((560, 620), PAPER, INK, "しずく", "純椿油　柚子", "30 mL", YUZU),
    "oil-box": ((420, 980), PAPER, INK, "しずく", "純椿油", "30 mL", CAMELLIA),
    "oil-carton": ((1000, 520), "#D9BE93", INK, "しずく", "純椿油", "30 mL × 24", CAMELLIA),
    "oil-yuzu": ((640, 760), PAPER, INK, "しずく", "純椿油　柚子", "60 mL", YUZU),
    "shampoo": ((720, 1300), PAPER, INK, "泡紬", "シャンプー", "500 mL", "#8FA9A2"),
    "shampoo-small": ((560, 860), PAPER, INK, "泡紬", "シャンプー", "300 mL", "#8FA9A2"),
    "treatment": ((720, 1300), "#F7ECE6", INK, "絹衣", "トリートメント", "500 g", "#D79C95"),
    "shampoo-yuzu-small": ((560, 860), PAPER, INK, "泡紬", "シャンプー　柚子", "300 mL", YUZU),
    "shampoo-sandal": ((720, 1300), PAPER, INK, "泡紬", "シャンプー　白檀", "500 mL", SANDAL),
    "shampoo-sandal-small": ((560, 860), PAPER, INK, "泡紬", "シャンプー　白檀", "300 mL", SANDAL),
    "treatment-yuzu": ((720, 1300), "#F7ECE6", INK, "絹衣", "トリートメント　柚子", "500 g", YUZU),
    "treatment-sandal": ((720, 1300), "#F7ECE6", INK, "絹衣", "トリートメント　白檀", "500 g", SANDAL),
    "mask": ((1250, 520), PAPER, INK, "艶籠り", "ヘアマスク", "200 g", "#B59A6A"),
    "milk": ((600, 760), PAPER, INK, "朝凪", "ヘアミルク", "120 mL", "#9DB4C6"),
    "milk-yuzu": ((600, 760), PAPER, INK, "朝凪", "ヘアミルク　柚子", "120 mL", YUZU),
    "milk-sandal": ((600, 760), PAPER, INK, "朝凪", "ヘアミルク　白檀", "120 mL", SANDAL),
    "lotion-mint": ((400, 1050), PAPER, INK, "地肌水", "頭皮ローション　薄荷", "150 mL", MINT),
    "lotion": ((400, 1050), PAPER, INK, "地肌水", "頭皮ローション", "150 mL", "#2F5D50"),
    "refill": ((1100, 1500), "#DFE8E1", INK, "泡紬", "シャンプー 詰め替え", "300 mL", "#8FA9A2"),
    "refill-sandal": ((1100, 1500), "#DFE8E1", INK, "泡紬", "詰め替え　白檀", "300 mL", SANDAL),
    "sachet-shampoo": ((620, 800), "#B9CDC3", INK, "泡紬", "シャンプー", "10 mL", "#5F7F76"),
    "sachet-treatment": ((620, 800), "#E5B5AB", INK, "絹衣", "トリートメント", "10 mL", "#B5655E"),
    "sachet-oil": ((620, 800), "#DDB766", INK, "しずく", "純椿油", "3 mL", "#93661C"),
    "sleeve": ((1300, 820), "#D9C5A3", INK, "はじめての三包", "お試し", "3包入", CAMELLIA),
    "obi": ((380, 1000), PAPER, INK, "手ぬぐい", "青海波", "一枚", "#2B4468"),
    "obi-asanoha": ((380, 1000), PAPER, INK, "手ぬぐい", "麻の葉", "一枚", "#2B4468"),
    "soap": ((900, 1100), PAPER, INK, "椿石けん", "化粧石けん", "90 g", CAMELLIA),
    "tea": ((640, 860), PAPER, INK, "椿の葉茶", "茶葉", "40 g", "#2F5D50"),
}


@cache
def font(size, bold=False):
    style = "Bold" if bold else "Regular"
    found = subprocess.check_output(
        ["fc-match", "-f", "%{file}|%{index}", f"Noto Serif CJK JP:style={style}"], text=True)
    path, index = found.split("|")
    return ImageFont.truetype(path, size, index=int(index))


def vertical(d, x, y, text, f, fill, step=1.12):
    """Writes text top-down, centred on x; returns the y below it."""
    for i, ch in enumerate(text):
        small = ch in "ャュョッァィゥェォ"
        tile = Image.new("L", (f.size * 2, f.size * 2), 0)
        ImageDraw.Draw(tile).text((f.size, f.size), ch, font=f, fill=255, anchor="mm")
        if ch == "ー":
            tile = tile.rotate(90).transpose(Image.FLIP_LEFT_RIGHT)
        shift = f.size * 0.12 if small else 0
        at = (int(x - f.size + shift), int(y + f.size * (step * i - 0.5) - shift))
        d.bitmap(at, tile, fill=fill)
    return y + f.size * step * len(text)


def spaced(d, x, y, text, f, fill, gap):
    """Writes text horizontally with letter-spacing, centred on x."""
    widths = [d.textlength(c, font=f) for c in text]
    at = x - (sum(widths) + gap * (len(text) - 1)) / 2
    for c, w in zip(text, widths):
        d.text((at, y), c, font=f, fill=fill, anchor="lm")
        at += w + gap


def crest(d, x, y, r, ink, ground):
    """The brand mark: a camellia of five petals seen from the front."""
    w = max(2, int(r / 9))
    for i in range(5):
        a = math.radians(72 * i - 90)
        px, py, pr = x + r * .5 * math.cos(a), y + r * .5 * math.sin(a), r * .46
        d.ellipse((px - pr, py - pr, px + pr, py + pr), fill=ink)
        pr -= w
        d.ellipse((px - pr, py - pr, px + pr, py + pr), fill=ground)
    d.ellipse((x - r * .3, y - r * .3, x + r * .3, y + r * .3), fill=ground)
    for i in range(10):
        a = math.radians(36 * i)
        sx, sy = x + r * .24 * math.cos(a), y + r * .24 * math.sin(a)
        d.ellipse((sx - w, sy - w, sx + w, sy + w), fill=ink)


def tall_label(d, w, h, paper, ink, name, sub, volume, strip):
    d.rectangle((0, h * .945, w, h), fill=strip)
    unit = min(w / 6.4, h / 8)
    crest(d, w / 2, h * .055 + unit * .62, unit * .62, strip, paper)
    d.text((w / 2, h * .055 + unit * 1.95), "椿野", font=font(int(unit * .78), True), fill=ink, anchor="mm")
    top, bottom = h * .055 + unit * 2.75, h * .94 - unit * 1.35
    size = int(min(unit * 2.3, (bottom - top) / (1.12 * len(name))))
    block = size * 1.12 * len(name)
    y = top + max(0, (bottom - top - block) * .4)
    vertical(d, w * .56, y, name, font(size, True), ink)
    small = int(min(unit * .58, min(max(block * 1.1, (bottom - y) * .8), (bottom - y) * .94) / (1.12 * len(sub))))
    vertical(d, w * .56 - size * .5 - small * 1.05, y + size * .08, sub, font(small, True), ink)
    line = h * .945 - unit * .55
    spaced(d, w * .5, line - unit * .4, "TSUBAKINO", font(int(unit * .42), True), ink, unit * .1)
    d.text((w / 2, line + unit * .2), volume, font=font(int(unit * .42), True), fill=ink, anchor="mm")


def wide_label(d, w, h, paper, ink, name, sub, volume, strip):
    d.rectangle((0, h * .93, w, h), fill=strip)
    unit = h / 7
    crest(d, w * .14, h * .36, unit * 1.05, strip, paper)
    d.text((w * .14, h * .68), "椿野", font=font(int(unit * 1.05), True), fill=ink, anchor="mm")
    size = int(min(unit * 2.5, w * .56 / len(name)))
    spaced(d, w * .56, h * .36, name, font(size, True), ink, size * .08)
    d.text((w * .56, h * .66), f"{sub}　{volume}", font=font(int(unit * .8), True), fill=ink, anchor="mm")
    spaced(d, w * .56, h * .83, "TSUBAKINO", font(int(unit * .56), True), ink, unit * .18)


def label(size, paper, ink, *words):
    scale = 2
    w, h = size[0] * scale, size[1] * scale
    img = Image.new("RGB", (w, h), paper)
    (tall_label if h > w else wide_label)(ImageDraw.Draw(img), w, h, paper, ink, *words)
    return img.resize(size, Image.LANCZOS)


def stamp(size, draw, blur=0):
    """A grey mask (white = stamped) for burnt or pressed marks."""
    img = Image.new("L", size, 0)
    draw(ImageDraw.Draw(img), *size)
    return img.filter(ImageFilter.GaussianBlur(blur)) if blur else img


def comb_stamp(d, w, h):
    spaced(d, w / 2, h / 2, "椿野", font(int(h * .8), True), 255, h * .12)


def lid_stamp(d, w, h):
    crest(d, w / 2, h * .2, h * .15, 255, 0)
    vertical(d, w / 2, h * .42, "椿野", font(int(h * .22), True), 255)
    spaced(d, w / 2, h * .95, "TSUBAKINO", font(int(h * .055)), 255, h * .015)


def soap_stamp(d, w, h):
    d.rounded_rectangle((w * .06, h * .09, w * .94, h * .91), h * .1, outline=255, width=int(h * .022))
    crest(d, w * .3, h * .5, h * .27, 255, 0)
    vertical(d, w * .68, h * .2, "椿野", font(int(h * .3), True), 255)


def seigaiha(step=150, cols=12, rows=44):
    """Wave scales in white lines on indigo."""
    indigo, white = "#2B4468", "#EEF0EC"
    w, h = step * cols, step * rows // 4
    img = Image.new("RGB", (w, h), indigo)
    d = ImageDraw.Draw(img)
    for row in range(-2, rows + 3):
        for col in range(-1, cols + 1):
            x, y = col * step + (row % 2) * step / 2, row * step / 4
            for r in (.5, .37, .24, .11):
                for radius, fill in ((r * step, white), ((r - .045) * step, indigo)):
                    d.ellipse((x + step / 2 - radius, y + step / 2 - radius,
                               x + step / 2 + radius, y + step / 2 + radius), fill=fill)
    return img


def asanoha(side=260, cols=7, rows=4):
    """Hemp leaves in white lines on indigo: triangles, each parted from its middle."""
    high = side * math.sqrt(3) / 2
    w, h = side * cols, round(2 * high * rows)
    img = Image.new("RGB", (w, h), "#2B4468")
    d = ImageDraw.Draw(img)
    for row in range(-1, 2 * rows + 1):
        for col in range(-1, cols + 1):
            x, y = (col + .5 * (row % 2)) * side, row * high
            for corners in (((x, y), (x + side, y), (x + side / 2, y + high)),
                            ((x + side, y), (x + side * 1.5, y + high), (x + side / 2, y + high))):
                middle = tuple(sum(c[i] for c in corners) / 3 for i in (0, 1))
                for i in range(3):
                    d.line((corners[i], corners[(i + 1) % 3]), "#EEF0EC", 11)
                    d.line((corners[i], middle), "#EEF0EC", 11)
    return img


def main(out):
    out.mkdir(parents=True, exist_ok=True)
    for key, spec in LABELS.items():
        label(*spec).save(out / f"{key}.png")
    stamp((1024, 400), comb_stamp).save(out / "stamp-comb.png")
    stamp((700, 1000), lid_stamp).save(out / "stamp-lid.png")
    stamp((1200, 800), soap_stamp, 5).save(out / "stamp-soap.png")
    seigaiha().save(out / "cloth.png")
    asanoha().save(out / "cloth-asanoha.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
