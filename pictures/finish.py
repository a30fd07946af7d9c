"""Joins the two halves of a render, removes the noise, writes AVIF and WebP.

Usage: python finish.py OUT_DIR PICTURE...
"""
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

TMP = Path(os.environ.get("PICTURES_TMP", "/tmp/pictures"))
WIDTHS = {"hero-1": (800, 1600), "hero-2": (320, 640, 960)}
BUDGET = {320: 5_000, 640: 11_000, 800: 26_000, 960: 36_000, 1600: 68_000}  # bytes of an AVIF
WHITE = .945  # the level of the lit ground in a raw render; it becomes washi
BLUR = dict(borderType=cv2.BORDER_REFLECT)


def load(file):
    image = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)[..., :3]
    return image.astype(np.float32) / np.iinfo(image.dtype).max


def denoise(a, b, colours, reach=6, patch=5, strength=.45, apart=.05):
    """Non-local means with crossed buffers: a weighs b and b weighs a.

    The difference of the two halves is the noise itself, so texture is told from noise. What has another colour of its own is not
    mixed at all, so that a label stays sharp; `colours` has next to no noise.
    """
    var = cv2.blur((a - b) ** 2 / 2, (7, 7), **BLUR) + 2e-6
    halves = (a, b)
    sums, weights = [np.zeros_like(a) for _ in halves], [np.zeros(a.shape[:2], np.float32) for _ in halves]
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            move = np.float32([[1, 0, dx], [0, 1, dy]])

            def shift(x):
                return cv2.warpAffine(x, move, (x.shape[1], x.shape[0]), flags=cv2.INTER_NEAREST,
                                      borderMode=cv2.BORDER_REFLECT)

            var_q = shift(var)
            same = np.exp(-((colours - shift(colours)) ** 2).sum(axis=2) / (2 * apart ** 2))
            moved = [shift(x) for x in halves]
            for i in (0, 1):
                d = (halves[i] - moved[i]) ** 2 - (var + np.minimum(var, var_q))
                d = (d / (strength ** 2 * (var + var_q))).mean(axis=2)
                w = same * np.exp(-np.maximum(cv2.blur(d, (patch, patch), **BLUR), 0))
                sums[1 - i] += w[..., None] * moved[1 - i]
                weights[1 - i] += w
    return sum(s / w[..., None] for s, w in zip(sums, weights)) / 2


def tone(x):
    """Lifts the ground to washi white, keeps the blacks and adds a little depth."""
    x = np.clip(x / WHITE, 0, 1.06)
    x = np.where(x > .9, .9 + .085 * (1 - np.exp(-(x - .9) / .085)), x)
    return np.clip(x, 0, 1)


def encode(image, width, base):
    height = round(image.shape[0] * width / image.shape[1])
    how = cv2.INTER_AREA if width < image.shape[1] else cv2.INTER_CUBIC
    small = cv2.resize(image, (width, height), interpolation=how)
    small = np.clip(small + .35 * (small - cv2.GaussianBlur(small, (0, 0), .8)), 0, 1)
    png = TMP / "final" / f"{base.name}-{width}.png"
    cv2.imwrite(str(png), (small * 255 + .5).astype(np.uint8))
    quiet = dict(check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    avif = Path(f"{base}-{width}.avif")
    for quality in range(14, 50, 3):  # the best quality that fits the budget
        subprocess.run(["avifenc", "-s", "5", "-j", "2", "-d", "8", "--min", "0", "--max", "63", "-a", "end-usage=q",
                        "-a", f"cq-level={quality}", png, avif], **quiet)
        if avif.stat().st_size <= BUDGET[width]:
            break
    subprocess.run(["cwebp", "-quiet", "-m", "6", "-q", "80", "-sharp_yuv", png, "-o", f"{base}-{width}.webp"],
                   **quiet)


def main(out, names):
    for folder in (TMP / "final", Path(out) / "large"):
        folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        halves = [load(TMP / "raw" / f"{name}-{h}.png") for h in "ab"]
        colours = sum(load(TMP / "raw" / f"{name}-{h}-colours0001.png") for h in "ab") / 2
        image = tone(denoise(*halves, colours))
        for width in WIDTHS.get(name, (320, 640, 960, 1600)):
            encode(image, width, Path(out) / ("" if name in WIDTHS else "large") / name)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
