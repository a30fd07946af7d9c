/** A token of which one letter, in its middle, is another one. */
export function withAnotherLetter(token: string): string {
  const middle = Math.floor(token.length / 2)
  return `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
}
