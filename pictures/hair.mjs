/**
 * A lock of hair laid into a finished picture, strand by strand: `node pictures/hair.mjs [NAME…]`. Draws with the tests' browser;
 * needs no Blender. The light is that of the series: a window at the left, shadows to the right.
 */
import { readFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/lib/browser.mjs'
import { pictureFile, writeLarge, writeSizes } from './sizes.mjs'

/** `spine`: where the lock lies, in parts of the picture, from its root to its tip; `half`: half its width there. */
const locks = {
  'large/boxwood-comb-4': {
    from: 'large/boxwood-comb-1-1600',
    spine: [
      [1.14, 0.6],
      [0.93, 0.705],
      [0.7, 0.785],
      [0.46, 0.83],
      [0.24, 0.862],
      [0.035, 0.9],
    ],
    half: [0.125, 0.122, 0.112, 0.095, 0.066, 0.014],
  },
  'large/camellia-oil-4': {
    from: 'large/camellia-oil-2-1600',
    spine: [
      [-0.15, 1.02],
      [0.08, 0.905],
      [0.32, 0.862],
      [0.56, 0.868],
      [0.78, 0.9],
      [0.975, 0.91],
    ],
    half: [0.115, 0.112, 0.1, 0.084, 0.056, 0.012],
  },
}

const [width, height, scale] = [960, 1200, 2]

const browser = await chromium.launch({ executablePath: findBrowser() })
const page = await browser.newPage({ viewport: { width: 200, height: 200 } })
const asked = process.argv.slice(2)
for (const [name, lock] of Object.entries(locks)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const ground = `data:image/webp;base64,${(await readFile(pictureFile(lock.from))).toString('base64')}`
  const drawn = await page.evaluate(draw, { ...lock, ground, width: width * scale, height: height * scale })
  const write = name.startsWith('large/') ? writeLarge : writeSizes
  await write(name, Buffer.from(drawn.split(',')[1], 'base64'))
}
await browser.close()

/** Runs in the page. */
async function draw({ ground, spine, half, width, height }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const to = canvas.getContext('2d')
  const image = new Image()
  image.src = ground
  await image.decode()
  to.drawImage(image, 0, 0, width, height)

  let seed = 7
  const chance = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const bell = () => (chance() + chance() + chance() + chance() - 2) / 2
  /** Through the points, smooth (Catmull-Rom). */
  const along = (points, t) => {
    const at = Math.min(t * (points.length - 1), points.length - 1.000001)
    const n = Math.floor(at)
    const u = at - n
    const [a, b, c, d] = [
      points[Math.max(n - 1, 0)],
      points[n],
      points[n + 1],
      points[Math.min(n + 2, points.length - 1)],
    ]
    return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)))
  }
  const xs = spine.map(([x]) => x * width)
  const ys = spine.map(([, y]) => y * height)
  const halves = half.map((each) => each * width)
  const steps = 90
  const path = Array.from({ length: steps + 1 }, (_, n) => {
    const t = n / steps
    const [x, y] = [along(xs, t), along(ys, t)]
    const [x2, y2] = [along(xs, Math.min(t + 0.004, 1)), along(ys, Math.min(t + 0.004, 1))]
    const [x1, y1] = [along(xs, Math.max(t - 0.004, 0)), along(ys, Math.max(t - 0.004, 0))]
    const length = Math.hypot(x2 - x1, y2 - y1)
    return { t, x, y, across: [-(y2 - y1) / length, (x2 - x1) / length], half: Math.max(along(halves, t), 1) }
  })

  // Strands gather in smaller locks that cross each other slowly.
  const groups = Array.from({ length: 17 }, (_, n) => ({
    place: (n / 16) * 1.7 - 0.85,
    sway: 0.1 + 0.16 * chance(),
    phase: chance() * 6.28,
    turns: 0.6 + chance() * 0.9,
    spread: 0.13 + 0.1 * chance(),
    tone: chance(),
    end: 0.86 + 0.14 * chance(),
  }))
  const strands = Array.from({ length: 4200 }, () => {
    const group = groups[Math.floor(chance() * groups.length)]
    const stray = chance() < 0.025
    return {
      group,
      off: bell() * group.spread * (stray ? 3.2 : 1),
      drift: bell() * (stray ? 0.5 : 0.1),
      tone: chance(),
      gloss: chance(),
      end: group.end * (1 - 0.55 * chance() ** 2.4),
      stray,
      top: chance(),
    }
  })
  const placeOf = ({ group, off, drift }, t) => {
    const gathered = 1 - 0.5 * t
    return (
      (group.place + Math.sin(group.phase + t * 6.28 * group.turns) * group.sway) * gathered +
      off * (0.8 + 0.1 * t) +
      drift * t * t * 1.6
    )
  }

  // The shadow, softer away from the lock.
  for (const [away, blur, dark] of [
    [10, 10, 0.34],
    [26, 34, 0.2],
  ]) {
    to.save()
    to.filter = `blur(${blur}px)`
    to.fillStyle = `rgba(84, 62, 44, ${dark})`
    to.beginPath()
    for (const side of [1, -1])
      for (const one of side === 1 ? path : [...path].reverse()) {
        const wide = one.half * (0.9 - 0.6 * one.t ** 2) * side
        to.lineTo(one.x + one.across[0] * wide + away, one.y + one.across[1] * wide + away * 1.1)
      }
    to.fill()
    to.restore()
  }

  const rings = [
    { at: 0.3, width: 0.085, strength: 1 },
    { at: 0.56, width: 0.05, strength: 0.45 },
    { at: 0.12, width: 0.03, strength: 0.3 },
  ]
  // From those that lie deep to those on top; each is lit as a round bundle, with the band of light that straight hair has.
  strands.sort((a, b) => a.top - b.top)
  to.lineCap = 'round'
  for (const strand of strands) {
    const last = Math.floor(strand.end * steps)
    const depth = 0.45 + 0.55 * strand.top
    for (let n = 0; n < last; n++) {
      const [a, b] = [path[n], path[n + 1]]
      const fine = Math.min(1, (last - n) / 26)
      const [p, q] = [placeOf(strand, a.t), placeOf(strand, b.t)]
      const round = Math.sqrt(Math.max(0, 1 - Math.min(Math.abs(p), 1) ** 2))
      // The window is up and left: what faces it, and what lies across its light, shines.
      const facing = 0.5 - 0.5 * p * Math.sign(a.across[1] || 1)
      // Across the strands, where they turn to the light; each strand has its own place in it.
      const band = rings.reduce(
        (sum, ring) =>
          sum +
          ring.strength *
            Math.exp(
              -(
                ((a.t - ring.at - 0.05 * p - 0.035 * (strand.tone - 0.5) - 0.03 * Math.sin(strand.group.phase)) /
                  ring.width) **
                2
              ),
            ),
        0.1,
      )
      const shine = depth * (0.25 + 0.75 * round) * band * (0.35 + 0.9 * strand.gloss)
      const base = 0.4 + 0.6 * facing * round
      const warm = strand.group.tone * 6 + strand.tone * 16
      const red = 16 + 22 * base * depth + warm * 0.8 + 138 * shine
      const green = 11 + 15 * base * depth + warm * 0.5 + 118 * shine
      const blue = 10 + 11 * base * depth + warm * 0.35 + 102 * shine
      to.strokeStyle = `rgba(${red | 0}, ${green | 0}, ${blue | 0}, ${(strand.stray ? 0.55 : 0.82) * (0.25 + 0.75 * fine)})`
      to.lineWidth = (strand.stray ? 1.2 : 1.6) * (0.3 + 0.7 * fine)
      to.beginPath()
      to.moveTo(a.x + a.across[0] * a.half * p, a.y + a.across[1] * a.half * p)
      to.lineTo(b.x + b.across[0] * b.half * q, b.y + b.across[1] * b.half * q)
      to.stroke()
    }
  }
  return canvas.toDataURL('image/png')
}
