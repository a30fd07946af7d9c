/**
 * The difference of both sides as somebody else would program it, to test what the reports say: the highest of fifty above the
 * middle cut, evened out by what was before (`x`), with the bound of arXiv 2103.06476 (9). Arm 0 is offered it.
 */
export function referenceDifference(rows: { arm: number; y: number; x: number }[], expected: number) {
  const topOf = (all: number[]) => {
    const sorted = [...all].sort((a, b) => a - b)
    const upper = sorted.filter((one) => one > sorted[Math.ceil(all.length / 2) - 1]!)
    return upper[Math.ceil(upper.length * 0.98) - 1] ?? sorted.at(-1)!
  }
  const [topY, topX] = [topOf(rows.map(({ y }) => y)), topOf(rows.map(({ x }) => x))]
  const cut = rows.map(({ arm, y, x }) => ({ arm, y: y > topY ? topY : y, x: x > topX ? topX : x }))
  const average = (all: number[]) => all.reduce((a, b) => a + b, 0) / all.length
  const [my, mx] = [average(cut.map(({ y }) => y)), average(cut.map(({ x }) => x))]
  let [cov, varx] = [0, 0]
  for (const { x, y } of cut) {
    cov += (x - mx) * (y - my)
    varx += (x - mx) ** 2
  }
  const even = ({ x, y }: { x: number; y: number }) => y - (varx === 0 ? 0 : cov / varx) * (x - mx)
  const spread = (z: number[]) => z.reduce((a, b) => a + (b - average(z)) ** 2, 0) / (z.length - 1)
  const sides = [0, 1].map((side) => {
    const z = cut.filter(({ arm }) => arm === side).map(even)
    return { m: average(z), v: Math.max(spread(z), spread(cut.map(even))) / z.length }
  })
  const r2 = (-2 * Math.log(0.05) + Math.log(1 - 2 * Math.log(0.05))) / expected
  const n = rows.length
  const half =
    Math.sqrt(sides[0]!.v + sides[1]!.v) *
    Math.sqrt(((2 * (n * r2 + 1)) / (n * r2)) * Math.log(Math.sqrt(n * r2 + 1) / 0.05))
  const difference = sides[0]!.m - sides[1]!.m
  return { difference, low: difference - half, high: difference + half }
}
