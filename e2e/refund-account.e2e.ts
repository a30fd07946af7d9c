import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { newMember, orderedBy } from './lib/member.ts'

/** The token of a mail's link that asks where to transfer the refund of an order. */
async function asked(): Promise<string> {
  const order_no = await orderedBy(await newMember(), { sku: 101 })
  const token = randomBytes(32).toString('base64url')
  const [row] = await sql(
    `insert into bank_refund (shop_id, order_id, payment_id, amount, state, token_hash, expires_at, actor_kind,
       actor_name, created_at, updated_at)
     select p.shop_id, p.order_id, p.id, 2420, 'asked', $1, now() + interval '7 days', 'system', 'journey', now(), now()
     from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
     where o.order_no = $2 limit 1 returning id`,
    createHash('sha256').update(token).digest(),
    order_no,
  )
  expect(row).toBeDefined()
  return token
}

journeyInBoth(
  'where a refund goes: errors are beside the fields, and it is told once',
  async ({ page, expectProblem }) => {
    expectProblem(/422: POST \/v1\/order\/refund-account/)
    await page.goto(`refund-account?token=${await asked()}`)
    await page.getByRole('heading', { level: 1, name: '返金の振込先' }).waitFor()
    await inspect(page, 'refund-account')
    await page.getByRole('button', { name: 'この口座への振込を依頼する' }).click()
    await page.getByText('銀行コードは、数字4桁で入力してください。').waitFor()
    await page.getByText('口座名義を入力してください。').waitFor()
    const named = {
      銀行名: '椿銀行',
      '銀行コード(4桁)': '00',
      支店名: '本店',
      '支店コード(3桁)': '００１',
      口座番号: '１２３-４５６',
      '口座名義(カタカナ)': '山口 花子',
    }
    for (const [label, text] of Object.entries(named)) await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'この口座への振込を依頼する' }).click()
    await page.getByText('銀行コードは、数字4桁で入力してください。').waitFor()
    await page.getByText('口座名義は、30字以内のカタカナか英字で入力してください。').waitFor()
    expect(await page.getByText('口座番号は、7桁以内の数字で入力してください。').count()).toBe(0)
    await inspect(page, 'refund-account-errors')
    await page.getByLabel('銀行コード(4桁)').fill('００01')
    await page.getByLabel('口座名義(カタカナ)').fill('やまぐち はなこ')
    // Refused by the server: beside its field as well, and what was typed stays.
    await page.route('**/v1/order/refund-account', (route) =>
      route.fulfill({
        status: 422,
        json: {
          meta: {
            code: 422,
            error: 'ERROR_VALIDATION',
            message: '入力内容をお確かめください。',
            fields: [{ path: 'account.branch_code', message: '支店コードをお確かめください。' }],
          },
        },
      }),
    )
    await page.getByRole('button', { name: 'この口座への振込を依頼する' }).click()
    await page.getByText('支店コードをお確かめください。').waitFor()
    expect(await page.getByRole('textbox', { name: '支店コード(3桁)' }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('口座番号').inputValue()).toBe('１２３-４５６')
    await page.unroute('**/v1/order/refund-account')
    await page.getByRole('button', { name: 'この口座への振込を依頼する' }).click()
    await page.getByText(/^振込先をお預かりしました。/).waitFor()
    await inspect(page, 'refund-account-given')
    // The link of this tab says so again, and takes no second account.
    await page.reload()
    await page.getByText(/^振込先をお預かりしました。/).waitFor()
    expect(await page.getByRole('textbox', { name: '銀行名' }).count()).toBe(0)
  },
)
