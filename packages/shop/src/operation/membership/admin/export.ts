import { fieldTitles } from '@kushi/contract/field-meta'
import { privacy_request } from '@kushi/db/schema/privacy'
import { and, eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { loadPersonalData } from '../internal/load-personal-data.ts'
import { personalDataPage } from '../rules/personal-data-page.ts'
import { auditPrivacyRequest, lockPrivacyRequest } from './requests.ts'

/**
 * 開示: returns the personal data of a member as one file, with guest records if the desk confirms that the e-mail is
 * theirs.
 * @throws ShopError 409 ERROR_PRIVACY_STATE before the identity is checked
 */
export const exportPersonalData: AdminHandler<'POST /admin/v1/privacy-requests/{id}/export'> = async (
  ctx,
  { id, with_guest_records },
) => {
  const parts = await ctx.db.transaction(async (tx) => {
    const before = await lockPrivacyRequest(tx, ctx, id)
    if (before.state !== 'working')
      throw new ShopError(409, 'ERROR_PRIVACY_STATE', 'ご本人の確認を済ませ、「対応中」にしてから出力してください。')
    const [after] = await tx
      .update(privacy_request)
      .set({ exported_at: ctx.clock.now() })
      .where(and(eq(privacy_request.shop_id, ctx.shop_id), eq(privacy_request.id, id)))
      .returning()
    await auditPrivacyRequest(tx, ctx, after!, before, { with_guest_records })
    return loadPersonalData(tx, ctx.shop_id, before.customer_id, { with_guest_records })
  })
  const { shop_name } = await loadShop(ctx)
  const titles = new Map(fieldTitles())
  const nameOf = (column: string) => titles.get(column)
  const page = personalDataPage({ shop_name, made_on: ctx.clock.today() }, parts, nameOf)
  return { file_name: `personal-data-${id}-${ctx.clock.today()}.html`, content: once(new TextEncoder().encode(page)) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
