import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '@kushi/shop/context'
import type { Extension, ExtensionContext } from '@kushi/shop/foundation/extension/extension'
import { extensionSettings } from '@kushi/shop/foundation/extension/extension-settings'
import type { Config } from '../config/config.ts'

/** Builds what a job or a call of an extension may use in one shop. */
export async function makeExtensionContext(
  { db, clock, shop_id, log }: Context,
  extension: Extension,
  { extension_folder }: Pick<Config, 'extension_folder'>,
): Promise<ExtensionContext> {
  const folder = join(extension_folder, extension.name, String(shop_id))
  return {
    db,
    clock,
    shop_id,
    log,
    settings: await extensionSettings({ db, shop_id }, extension),
    async folder() {
      await mkdir(folder, { recursive: true })
      return folder
    },
  }
}

/** Whether the extension is used in this shop. */
export const belongsToShop = ({ shops }: Extension, shop_id: number): boolean =>
  shops === undefined || shops.includes(shop_id)
