import type { Extension } from './extension.ts'

let registered: readonly Extension[] = []

/**
 * Registers the extensions once, at process start. They are global because handlers can't pass them along, and a process
 * has only one set.
 */
export function registerExtensions(extensions: readonly Extension[]): void {
  const names = extensions.map(({ name }) => name)
  if (names.some((name, n) => !/^[a-z][a-z-]{0,39}$/.test(name) || names.indexOf(name) !== n))
    throw new Error(`names of extensions are small letters and hyphens, each once: ${names.join(', ')}`)
  registered = extensions
}

/** The registered extensions that work for this shop. */
export const extensionsOf = (shop_id: number): readonly Extension[] =>
  registered.length === 0
    ? registered
    : registered.filter(({ shops }) => shops === undefined || shops.includes(shop_id))

/** Whether operators of the shop can set anything of its extensions. */
export const hasExtensionSettings = (shop_id: number): boolean =>
  extensionsOf(shop_id).some(({ settings = {} }) => Object.keys(settings).length > 0)
