import type { Context } from '../../../context.ts'

/** Returns the address of a product picture for lists; `path` as in its row. */
export const smallPicture = (ctx: Pick<Context, 'settings'>, path: string | null): string | null =>
  path ? `${ctx.settings.image_api}${path}-320.webp` : null
