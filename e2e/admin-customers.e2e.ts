import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { callAs, inCartOf, logInDevice, type Member, newMember } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'

const QUESTION = '詰め替えの次回分を、年明けに延ばせますか?'
const ANSWER = '1月10日のお届けに変えられます。マイページの定期便からお選びください。'

/** An operator answers a member's inquiry. */
async function answered(page: Page): Promise<Member> {
  const member = await newMember()
  const { name01, name02, kana01, kana02, email } = member
  await callAs(member, 'POST', '/v1/contact/complete/mail', {
    name01,
    name02,
    kana01,
    kana02,
    email,
    email_confirm: email,
    phone_number: '',
    inquiry_category_id: 2,
    content: QUESTION,
    idempotency_key: crypto.randomUUID(),
    terms_agreed: true,
    privacy_agreed: true,
  })
  await page.goto(`/admin/inquiries?q=${encodeURIComponent(email)}`)
  await page.getByRole('row').filter({ hasText: QUESTION }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /からのお問い合わせ/ }).waitFor()
  await page.getByLabel(/^本文/).fill(ANSWER)
  await page.getByRole('button', { name: '返信を送る' }).click()
  await page.getByRole('status').getByText('返信を送りました').waitFor()
  await inspect(page, 'admin-inquiry')
  await expectFitsAllWidths(page, 'admin-inquiry')
  return member
}

/** The member reads the answer in マイページ. */
async function readBy(member: Member, page: Page, device: BrowserContext): Promise<void> {
  await logInDevice(device, member)
  await page.goto('mypage/inquiries')
  const main = page.getByRole('main')
  await main.getByText('お返事しました').waitFor()
  await main.getByText(QUESTION).click()
  await page.getByRole('heading', { level: 1, name: 'お問い合わせの内容' }).waitFor()
  await main.getByText(ANSWER).waitFor()
  await inspect(page, 'mypage-inquiry')
  await expectFitsAllWidths(page, 'mypage-inquiry')
  await main.getByRole('button', { name: '解決した' }).click()
  await main.getByText('お問い合わせを解決済みにしました。').waitFor()
  await main.getByText('解決済み', { exact: true }).waitFor()
}

journey(
  'a member is answered, and reads it; two accounts of another are merged, and erased as requested: recorded, verified',
  async ({ page, device }) => {
    const kept = await newMember()
    const other = await newMember({ phone: kept.phone })
    await inCartOf(other, { sku: 133 })
    // Only proven accounts can be merged.
    await sql('update customer set email_verified_at = now() where email = any($1)', [kept.email, other.email])
    const rows = await sql<{ id: number }>(
      'select id::int from customer where email = any($1) order by email = $2 desc',
      [kept.email, other.email],
      kept.email,
    )
    const [id, from] = rows.map((row) => row.id)
    await signIn(page, 'manager')
    const asking = await answered(page)
    await openScreen(page, `/admin/customers/${id}`)
    const double = page.getByRole('listitem').filter({ hasText: `会員 ${from}` })
    await double.getByText('電話番号が同じ').waitFor()
    await double.getByRole('link', { name: '並べて確かめる' }).click()
    await page.getByRole('heading', { level: 2, name: '統合すると' }).waitFor()
    await page.getByText('カートの商品 1件').waitFor()
    await page.getByLabel(`会員 ${id} のご本人をどのように確かめたか`).fill('本人確認書類')
    await page.getByLabel(`会員 ${from} のご本人をどのように確かめたか`).fill('本人確認書類')
    await inspect(page, 'admin-merge-consent')
    await page.getByRole('button', { name: '本人確認を記録する' }).click()
    await page.getByLabel(/^理由/).fill('お電話でのお申し出')
    await page.getByLabel(/^退会になる会員の会員番号/).fill(String(from))
    await inspect(page, 'admin-merge')
    await expectFitsAllWidths(page, 'admin-merge')
    await page.getByRole('button', { name: '統合する', exact: true }).click()
    await page.getByText('会員を統合しました').waitFor()
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
    // It moves the button below.
    await page.getByText('前回の出力').waitFor()
    await page.getByRole('button', { name: '個人情報を消す' }).click()
    const guest = page.getByRole('dialog').getByLabel(/^ログインせずに残された/)
    expect(await guest.isChecked()).toBe(false)
    await guest.check()
    await page.getByRole('dialog').getByRole('button', { name: '消す', exact: true }).click()
    await page.getByText('に消しました。').waitFor()
    await openScreen(page, '/admin/privacy')
    await page.getByRole('heading', { level: 1, name: '個人情報の請求', exact: true }).waitFor()
    await inspect(page, 'admin-privacy')
    await readBy(asking, page, device)
  },
  { on: ['desktop'] },
)
