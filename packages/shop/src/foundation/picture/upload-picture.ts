import { createHash } from 'node:crypto'
import { picture } from '@kushi/db/schema/picture'
import type { PictureShape } from '@kushi/values/product'
import { and, eq, isNull } from 'drizzle-orm'
import type { PictureFile } from '../../ports/picture-port.ts'
import { invalidFields } from '../../shop-error.ts'
import type { AdminHandler, OperatorContext } from '../admin/index.ts'
import { recordAudit } from '../audit/index.ts'
import { consumeLimit } from '../limit/index.ts'
import { convertPicture } from './internal/convert-picture.ts'

/** Pixels. The shop would show a smaller picture blurred. */
const LEAST_SIDE = 400
const LEAST_OF_LOGO = { width: 160, height: 40 }

/**
 * 写真の登録: checks the content, makes the shop's files and stores them. A product shows the picture once it is saved with
 * it. Unused pictures are removed later (`remove-unused.ts`). Uploading the same content again returns the same
 * picture.
 */
export const uploadPicture: AdminHandler<'POST /admin/v1/pictures'> = (ctx, { content }) =>
  upload(ctx, content, 'goods')

/** ロゴの登録: stores the logo for the header. The header shows it once the shop's settings are saved with it. */
export const uploadLogo: AdminHandler<'POST /admin/v1/logos'> = (ctx, { content }) => upload(ctx, content, 'logo')

async function upload(ctx: OperatorContext, content: Uint8Array, shape: PictureShape) {
  await consumeLimit(ctx, 'picture', { account: String(ctx.operator.id) })
  const { folder, width, height, files } = await convertPicture('content', content, (pixels) =>
    ctx.ports.picture_maker.make(content, pixels, shape),
  )
  if (shape === 'logo' && (width < LEAST_OF_LOGO.width || height < LEAST_OF_LOGO.height))
    throw refused(
      `ロゴが小さすぎます。横${LEAST_OF_LOGO.width}・縦${LEAST_OF_LOGO.height}ピクセル以上のものを選んでください。`,
    )
  if (shape === 'goods' && Math.min(width, height) < LEAST_SIDE)
    throw refused(`写真が小さすぎます。縦横とも${LEAST_SIDE}ピクセル以上のものを選んでください。`)
  const bytes = files.reduce((sum, file) => sum + file.content.length, 0)
  const { id, path, isStored } = await intend(ctx, content, shape, folder, { width, height, bytes })
  if (!isStored) await store(ctx, path, files)
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(picture)
      .set({ stored_at: ctx.clock.now() })
      .where(and(eq(picture.shop_id, ctx.shop_id), eq(picture.id, id), isNull(picture.stored_at)))
    await recordAudit(tx, ctx, {
      subject: 'picture',
      subject_id: id,
      subject_name: path,
      after: { path, width, height, bytes },
    })
  })
  return { path, width, height, url: `${ctx.settings.image_api}${path}-320.webp` }
}

const refused = (message: string) => invalidFields([{ path: 'content', message_id: 'cmn-err-003', message }])

/** Writes the row before the files are stored, so that files left by a crash are known and removed. */
async function intend(
  ctx: OperatorContext,
  content: Uint8Array,
  shape: PictureShape,
  folder: string,
  size: Pick<typeof picture.$inferInsert, 'width' | 'height' | 'bytes'>,
) {
  // A picture that is being removed keeps its name, so the same content gets another name.
  for (let turn = 0; ; turn++) {
    const mark = shape === 'goods' ? `${turn}\n` : `${shape} ${turn}\n`
    const hash = createHash('sha256').update(mark).update(content).digest('hex').slice(0, 32)
    const own = { shop_id: ctx.shop_id, path: `${ctx.shop_id}/${folder}${hash}` }
    const now = ctx.clock.now()
    const [row] = await ctx.db
      .insert(picture)
      .values({ ...own, ...size, shape, operator_id: ctx.operator.id, created_at: now })
      .onConflictDoUpdate({
        target: [picture.shop_id, picture.path],
        set: { unused_since: null },
        setWhere: isNull(picture.removed_at),
      })
      .returning()
    if (row) return { ...row, isStored: row.stored_at !== null }
  }
}

async function store(ctx: OperatorContext, path: string, files: PictureFile[]): Promise<void> {
  for (const { ending, type, content } of files)
    await ctx.ports.picture_store.put(`${path}${ending}`, { content, type })
}
