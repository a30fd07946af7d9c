import type { Tx } from '@kushi/db/connect'
import { inquiry_template } from '@kushi/db/schema/inquiry'
import { and, eq, ne } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'

const MOST = 200
const mine = (ctx: OperatorContext, id: number) =>
  and(eq(inquiry_template.shop_id, ctx.shop_id), eq(inquiry_template.id, id))

export const addInquiryTemplate: AdminHandler<'POST /admin/v1/inquiry-templates'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    if ((await tx.$count(inquiry_template, eq(inquiry_template.shop_id, ctx.shop_id))) >= MOST)
      throw new ShopError(
        422,
        'ERROR_TOO_MANY_TEMPLATES',
        `ひな形は${MOST}件までです。使わないものを削除してください。`,
      )
    await refuseName(tx, ctx, input.template_name, 0)
    const [row] = await tx
      .insert(inquiry_template)
      .values({ ...input, shop_id: ctx.shop_id })
      .onConflictDoNothing()
      .returning()
    if (!row) throw nameTaken()
    await note(tx, ctx, row.id, null, input)
    return row
  })

export const changeInquiryTemplate: AdminHandler<'PUT /admin/v1/inquiry-templates/{id}'> = (ctx, { id, ...input }) =>
  ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(inquiry_template).where(mine(ctx, id)).for('update')
    if (!before) throw notFound()
    await refuseName(tx, ctx, input.template_name, id)
    const [row] = await tx.update(inquiry_template).set(input).where(mine(ctx, id)).returning()
    await note(tx, ctx, id, before, input)
    return row!
  })

export const deleteInquiryTemplate: AdminHandler<'DELETE /admin/v1/inquiry-templates/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(inquiry_template).where(mine(ctx, id)).returning()
    if (!gone) throw notFound()
    await note(tx, ctx, id, gone, null)
    return {}
  })

const nameTaken = () =>
  invalidFields([{ path: 'template_name', message_id: 'cmn-err-002', message: '同じ名前のひな形があります。' }])

async function refuseName(tx: Tx, ctx: OperatorQueryContext, template_name: string, id: number): Promise<void> {
  const same = and(eq(inquiry_template.shop_id, ctx.shop_id), eq(inquiry_template.template_name, template_name))
  if ((await tx.$count(inquiry_template, and(same, ne(inquiry_template.id, id)))) > 0) throw nameTaken()
}

type Template = { template_name: string; body: string }
const texts = ({ template_name, body }: Template) => ({ template_name, body })
const note = (tx: Tx, ctx: OperatorQueryContext, id: number, before: Template | null, after: Template | null) =>
  recordAudit(tx, ctx, {
    subject: 'inquiry_template',
    subject_id: id,
    subject_name: (after ?? before)!.template_name,
    before: before && texts(before),
    after: after && texts(after),
  })
