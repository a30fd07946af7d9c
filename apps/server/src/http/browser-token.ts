import { randomBytes } from 'node:crypto'

/**
 * Returns functions that read a browser's token, or make one from random bytes. `sent`: the token that the browser
 * sent; `keep`: stores a new one in the browser.
 */
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
