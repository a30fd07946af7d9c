/**
 * Sends several independent statements of one transaction in one round trip. Waits for all of them, even when one
 * fails, because a statement that ran after the rollback would write outside the transaction.
 * @throws the first error; errors after it say only that the transaction is aborted
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
