import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'

journey('two accounts of one member are merged', async ({ page, expectProblem }) => {
  expectProblem(/^422: POST \/admin\/v1\/customers\/\d+\/merge/)
  const kept = await newMember()
  const other = await newMember({ phone: kept.phone })
  await inCartOf(other, { sku: 133 })
  const rows = await sql<{ id: number }>(
    'select id::int from customer where email = any($1) order by email = $2 desc',
    [kept.email, other.email],
    kept.email,
  )
  const [id, from] = rows.map((row) => row.id)
  await signIn(page, 'support')
  await page.goto(`/admin/customers/${id}`)
  const double = page.getByRole('listitem').filter({ hasText: `会員 ${from}` })
  await double.getByText('電話番号が同じ').waitFor()
  await double.getByRole('link', { name: '並べて確かめる' }).click()
  await page.getByRole('heading', { level: 2, name: '統合すると' }).waitFor()
  await page.getByText('カートの商品 1件').waitFor()
  await inspect(page, 'admin-merge')
  await page.getByLabel(/^理由/).fill('お電話でのお申し出')
  const typed = page.getByLabel(/^退会になる会員の会員番号/)
  await typed.fill(String(id))
  await page.getByRole('button', { name: '統合する', exact: true }).click()
  await page.getByText('会員番号を、もう一度入力してください').waitFor()
  await typed.fill(String(from))
  await page.getByRole('button', { name: '統合する', exact: true }).click()
  await page.getByText('会員を統合しました').waitFor()
  await page.getByRole('link', { name: String(from), exact: true }).click()
  await page.getByText('統合済み', { exact: true }).waitFor()
  const [moved] = await sql<{ count: number }>('select count(*)::int from cart_item where customer_id = $1', id)
  expect(moved!.count).toBe(1)
})
