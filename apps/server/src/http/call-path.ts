/** Converts the path of a call into Hono's form: `{id}` becomes `:id`. */
export const toHonoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * Sorts calls for mounting. Hono takes the first match, so a fixed name must precede an id in the same place. Sorting
 * achieves this, because `{` follows every letter.
 */
export const sortByMountOrder = <V>(
  calls: Record<string, V>,
): { key: string; method: string; path: string; handler: V }[] =>
  Object.entries(calls)
    .map(([key, handler]) => {
      const [method, path] = key.split(' ') as [string, string]
      return { key, method, path, handler }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
