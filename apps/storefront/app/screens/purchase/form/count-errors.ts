/** How many fields are wrong, in errors that are nested as the form is. */
export function countErrors(errors: object): number {
  let count = 0
  for (const value of Object.values(errors)) {
    if (typeof value !== 'object' || value === null) continue
    count += typeof (value as { message?: unknown }).message === 'string' ? 1 : countErrors(value)
  }
  return count
}
