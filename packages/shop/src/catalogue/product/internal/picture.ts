import type { Context } from '../../../context.ts'

/** Returns the URL of a product picture for lists; null: none. `path` as in its row. */
export const thumbnailUrl = (ctx: Pick<Context, 'settings'>, path: string | null): string | null =>
  path ? `${ctx.settings.image_api}${path}-320.webp` : null
