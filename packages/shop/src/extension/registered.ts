import type { Extension } from './extension.ts'

let registered: readonly Extension[] = []

/** Once, when the process starts: a verb can't carry them everywhere, and a process has one set of them. */
export function register(extensions: readonly Extension[]): void {
  const names = extensions.map(({ name }) => name)
  if (names.some((name, n) => !/^[a-z][a-z-]{0,39}$/.test(name) || names.indexOf(name) !== n))
    throw new Error(`names of extensions are small letters and hyphens, each once: ${names.join(', ')}`)
  registered = extensions
}

export const extensionsOf = (shop_id: number): readonly Extension[] =>
  registered.length === 0
    ? registered
    : registered.filter(({ shops }) => shops === undefined || shops.includes(shop_id))
