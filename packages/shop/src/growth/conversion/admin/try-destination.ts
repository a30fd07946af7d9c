import { randomUUID } from 'node:crypto'
import { CLICK_ID_NAMES } from '@kushi/values/click-id'
import { CONVERSION_KINDS, isToldByServer } from '@kushi/values/conversion/kinds'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import type { ConversionFact } from '../../../ports/conversion-port.ts'
import { refusedField } from '../../../shop-error.ts'
import { openConversionAccount } from '../internal/account-values.ts'
import { buildAdFrame } from '../internal/build-ad-frame.ts'
import { type ConversionDestinationRow, findConversionDestination } from '../internal/find-destination.ts'

/**
 * 試しに送る: an event of no order, under the third party's own flag for tests, whose answer is shown. Of what the browser
 * tells, the document is shown as text, and nobody is told.
 * @throws ShopError 422 where that third party has none, or its code is missing
 */
export const tryConversionDestination: AdminHandler<'POST /admin/v1/setting/conversions/{id}/try'> = async (
  ctx,
  { id },
) => {
  const row = await findConversionDestination(ctx.db, { shop_id: ctx.shop_id, id })
  const { test } = CONVERSION_KINDS[row.conversion_kind]
  if (test === 'none')
    throw refusedField(
      'id',
      'この送信先には、成果に数えないテストの送り方がありません。ASPのテスト用のプログラムでお確かめください。',
    )
  if (test === 'code' && !row.account_values.test_event_code)
    throw refusedField(
      'account_values.test_event_code',
      'テストイベントのコードを入力して保存してから、お試しください。',
    )
  const document = isToldByServer(row.conversion_kind) ? null : sampleDocument(ctx, row)
  const { outcome, words: answer } = document ? { outcome: 'shown' as const, words: '' } : await send(ctx, row)
  await recordAudit(ctx.db, ctx, {
    subject: 'conversion_destination',
    subject_id: id,
    subject_name: row.destination_name,
    after: { tried: outcome, answer },
  })
  return { outcome, answer, document }
}

/** The document that a browser would get. @throws ShopError 422 for a tag that can't be read any more */
function sampleDocument(ctx: OperatorContext, row: ConversionDestinationRow) {
  const frame = buildAdFrame(row, sample(ctx, row))
  if (typeof frame === 'string') throw refusedField('account_values.tag', frame)
  return frame
}

async function send(ctx: OperatorContext, row: ConversionDestinationRow) {
  try {
    return await ctx.ports.conversion.send(openConversionAccount(ctx, row), [sample(ctx, row)], true)
  } catch (error) {
    ctx.log.error({ destination_id: row.id, error }, 'conversion destination not tried')
    return { outcome: 'repeat' as const, words: '保存した値を読み取れません。入力し直してください。' }
  }
}

/** A sample fact with invented values in every field. */
function sample(
  { settings, shop_id, clock }: OperatorContext,
  { email_flag, phone_flag }: ConversionDestinationRow,
): ConversionFact {
  const order_no = `TEST-${randomUUID().slice(0, 8)}`
  return {
    event_id: order_no,
    event: 'received',
    occurred_at: clock.now(),
    order_no,
    value: 1000,
    amount: 1000,
    amount_without_tax_and_fees: 910,
    cycle: 1,
    items: [{ code: 'TEST', quantity: 1, price: 1000 }],
    click_ids: Object.fromEntries(CLICK_ID_NAMES.map((name) => [name, 'test'])),
    adcd: 'test',
    abmtcd: 'test',
    ad_user_id: 'test',
    clicked_at: clock.now(),
    page_url: `${shopUrl(settings, shop_id)}/sh/`,
    user_agent: 'Mozilla/5.0 (Kushi test)',
    email: email_flag ? 'test@example.com' : null,
    phone_number: phone_flag ? '0300000000' : null,
  }
}
