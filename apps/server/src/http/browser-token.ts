import { randomBytes } from 'node:crypto'

/** What a browser is known by: what it sent, or new random bytes, which `keep` has it keep. */
export function browserTokenSource(
  sent: () => string | null,
  bytes: number,
  keep: (made: string) => void = () => undefined,
) {
  let made: string | null = null
  const read = () => made ?? sent()
  const make = () => {
    const known = read()
    if (known !== null) return known
    made = randomBytes(bytes).toString('base64url')
    keep(made)
    return made
  }
  return { read, make }
}
