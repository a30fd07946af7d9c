import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, newMember } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'

journey(
  'two accounts of a member are merged; the member requests erasure: recorded, verified, erased',
  async ({ page, expectProblem }) => {
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
    await signIn(page, 'manager')
    await page.goto(`/admin/customers/${id}`)
    const double = page.getByRole('listitem').filter({ hasText: `会員 ${from}` })
    await double.getByText('電話番号が同じ').waitFor()
    await double.getByRole('link', { name: '並べて確かめる' }).click()
    await page.getByRole('heading', { level: 2, name: '統合すると' }).waitFor()
    await page.getByText('カートの商品 1件').waitFor()
    await page.getByLabel(/^理由/).fill('お電話でのお申し出')
    const typed = page.getByLabel(/^退会になる会員の会員番号/)
    await typed.fill(String(id))
    await page.getByRole('button', { name: '統合する', exact: true }).click()
    await page.getByText('会員番号を、もう一度入力してください').waitFor()
    await inspect(page, 'admin-merge')
    await fitsEverywhere(page, 'admin-merge')
    await typed.fill(String(from))
    await page.getByRole('button', { name: '統合する', exact: true }).click()
    await page.getByText('会員を統合しました').waitFor()
    await page.getByRole('link', { name: String(from), exact: true }).click()
    await page.getByText('統合済み', { exact: true }).waitFor()
    const [moved] = await sql<{ count: number }>('select count(*)::int from cart_item where customer_id = $1', id)
    expect(moved!.count).toBe(1)

    await openScreen(page, `/admin/customers/${id}`)
    await page.getByText('統合済み', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '請求を受け付ける' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^請求$/).selectOption('erasure')
    await dialog.getByLabel(/^請求の内容/).fill('登録を消してほしいとのお電話')
    await inspect(page, 'admin-customer')
    await dialog.getByRole('button', { name: '受け付ける', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^個人情報の削除の請求/ }).waitFor()
    await page.getByText('ご本人を確かめ、状態を「対応中」にすると使えます。').first().waitFor()
    await page.getByLabel(/^本人確認/).fill('登録のお電話に折り返した')
    await page.getByLabel(/^状態/).selectOption('working')
    await page.getByRole('button', { name: '対応を記録する' }).click()
    await page.getByRole('button', { name: '個人情報を消す' }).waitFor()
    await inspect(page, 'admin-privacy-request')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: '個人情報をファイルにする' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^personal-data-\d+-.*\.html$/)
    await page.getByRole('button', { name: '個人情報を消す' }).click()
    const guest = page.getByRole('dialog').getByLabel(/^ログインせずに残された/)
    expect(await guest.isChecked()).toBe(false)
    await guest.check()
    await page.getByRole('dialog').getByRole('button', { name: '消す', exact: true }).click()
    await page.getByText('に消しました。').waitFor()
    const [entry] = await sql<{ with_guest: string }>(
      "select after ->> 'with_guest_records' as with_guest from audit_event where action like '%/erase' order by id desc limit 1",
    )
    expect(entry!.with_guest).toBe('true')
    const [gone] = await sql<{ phone_number: string }>('select phone_number from customer where id = $1', id)
    expect(gone!.phone_number).toBe('')
    await openScreen(page, '/admin/privacy')
    await page.getByRole('heading', { level: 1, name: '個人情報の請求', exact: true }).waitFor()
    await inspect(page, 'admin-privacy')
  },
  { on: ['desktop'] },
)
