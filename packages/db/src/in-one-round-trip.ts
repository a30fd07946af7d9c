/**
 * Statements of one transaction that need no answer of each other, sent in one round trip. Waits for all of them, also when
 * one fails: a part that went on after the rollback would write outside of the transaction.
 * @throws what failed first; what fails after it says only that the transaction is aborted
 */
export async function inOneRoundTrip<const P extends readonly unknown[]>(
  parts: P,
): Promise<{ -readonly [N in keyof P]: Awaited<P[N]> }> {
  const failures: unknown[] = []
  const results = await Promise.allSettled(
    parts.map(async (part) => {
      try {
        return await part
      } catch (error) {
        failures.push(error)
        throw error
      }
    }),
  )
  if (failures.length > 0) throw failures[0]
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never
}
