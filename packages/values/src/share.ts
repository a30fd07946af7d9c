/**
 * Splits a whole amount in proportion to weights, by largest remainder. The shares are integers and add up to exactly
 * the amount, so that a discount divided over two tax rates never differs by a yen from the amount paid.
 *
 * Equal remainders go to the earlier weight, so that screen, mail, slip and export agree. A negative amount gives the
 * mirror image of the positive one. When every weight is 0 the amount is split evenly.
 *
 * @throws RangeError for a fractional amount, a negative or fractional weight, or no weights for a non-zero amount.
 */
export function shareByLargestRemainder(amount: number, weights: readonly number[]): number[] {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole amount: ${amount}`)
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('Weights must be whole and not negative')
  }
  if (weights.length === 0) {
    if (amount === 0) return []
    throw new RangeError('Nothing to share the amount over')
  }

  // The product of two nine-digit numbers exceeds the exact range of a double.
  const parts = (weights.every((weight) => weight === 0) ? weights.map(() => 1) : weights).map(BigInt)
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  const size = BigInt(Math.abs(amount))
  const shares = parts.map((part, index) => ({
    index,
    share: Number((size * part) / whole),
    remainder: (size * part) % whole,
  }))

  const left = Math.abs(amount) - shares.reduce((sum, { share }) => sum + share, 0)
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const entry of byRemainder.slice(0, left)) entry.share += 1

  return shares.map(({ share }) => (amount < 0 && share > 0 ? -share : share))
}
