import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { counted } from './lib/data-layer.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logIn } from './lib/login.ts'
import { memberWith, newMember } from './lib/member.ts'
import { linkTo } from './lib/sandbox.ts'
import { field, moveTo } from './lib/shopping.ts'

const NEW_PASSWORD = 'Tsubaki2027'
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

journey('a forgotten password: the link sets a new one, and nobody else reads it', async ({ page }) => {
  const member = await newMember()
  await page.goto('forget')
  await field(page, 'メールアドレス').fill(member.email)
  await page.getByRole('button', { name: '再設定のURLを送る' }).click()
  await title(page, 'メールをお送りしました')

  const link = await linkTo(member.email, 'パスワード再設定')
  await page.goto(link)
  await title(page, 'パスワードの再設定')
  await page.getByText(/まで使えます/).waitFor()
  // The token must not be in the URL, where others could read it and analytics would record it.
  expect(page.url()).toMatch(/\/sh\/passreset$/)
  await expect.poll(() => counted(page, 'page_view')).not.toEqual([])
  expect(JSON.stringify(await counted(page))).not.toContain(new URL(link).searchParams.get('token'))
  await inspect(page, 'passreset')
  await field(page, '新しいパスワード').fill(NEW_PASSWORD)
  await field(page, '新しいパスワード(確認)').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'このパスワードに変更する' }).click()
  await title(page, 'パスワードを変更しました')
  await page.getByRole('link', { name: 'ログインする' }).click()
  await logIn(page, member.email, NEW_PASSWORD)
})

beforeAll(() => sql(`update shop set withdrawal_by = 'mypage', menu_mypage_top_on = false where id = 2`))
afterAll(() => sql(`update shop set withdrawal_by = 'phone', menu_mypage_top_on = true where id = 2`))

journey(
  '会員情報: fields, password and e-mail are changed; then the membership ends',
  async ({ page, device, step }) => {
    const member = await memberWith(device)
    await page.goto('mypage/customer')
    const part = page.getByRole('region', { name: 'お客様情報', exact: true })
    await expect.poll(() => field(part, '姓').inputValue()).toBe(member.name01)
    await field(part, '姓').fill('')
    await page.getByRole('button', { name: '変更を保存する' }).click()
    await part.getByText('姓を入力してください。').waitFor()
    await expect.poll(() => field(part, '姓').evaluate((input) => input === document.activeElement)).toBe(true)
    await part.getByRole('radio', { name: '法人' }).check()
    await inspect(page, 'customer-errors')
    await field(part, '姓').fill('山口')
    // Katakana is converted, not rejected.
    await field(part, 'せい').fill('ヤマグチ')
    await field(part, '会社名').fill('株式会社 椿野(白石 渚)')
    await field(part, '会社名(かな)').fill('かぶしきがいしゃ つばきの')
    expect(await field(part, 'ご担当者名').inputValue()).toBe('白石 渚')
    await field(part, 'ご担当者名(かな)').fill('シライシ ナギサ')

    step('a reload keeps what was typed; saved')
    await page.reload()
    await page.getByText('前回の入力の続きから始めています。').waitFor()
    expect(await field(part, '姓').inputValue()).toBe('山口')
    await page.getByRole('button', { name: '変更を保存する' }).click()
    await page.getByText('会員情報を変更しました').waitFor()
    const [row] = await sql('select * from customer where email = $1', member.email)
    expect(row).toMatchObject({
      name01: '山口',
      kana01: 'やまぐち',
      account_type: true,
      company_name: '株式会社 椿野',
      manager_name: '白石 渚',
    })

    step('the password')
    await page.getByRole('link', { name: 'パスワードを変更する' }).click()
    await field(page, 'いまのパスワード').fill(member.password)
    await field(page, '新しいパスワード').fill(NEW_PASSWORD)
    await field(page, '新しいパスワード(確認)').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'パスワードを変更する' }).click()
    await page.getByText('パスワードを変更しました。ほかの端末はログアウトされました').waitFor()
    await page.waitForURL('**/mypage/customer')

    step('個人情報のご請求')
    await page.getByRole('link', { name: /^個人情報のご請求/ }).click()
    await title(page, '個人情報のご請求')
    await page.getByRole('radio', { name: /^訂正/ }).check()
    await field(page, 'パスワード').fill(NEW_PASSWORD)
    await field(page, 'ご請求の内容').fill('生年月日を直してください')
    await page.getByRole('button', { name: '請求する' }).click()
    await page.getByRole('listitem').filter({ hasText: '訂正(受付)' }).getByText('生年月日を直してください').waitFor()

    step('the e-mail, confirmed on another device')
    const email = `new-${member.email}`
    await moveTo(page, 'mypage/customer/email')
    await field(page, '新しいメールアドレス').fill(email)
    await field(page, 'パスワード').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: '確認のメールを送る' }).click()
    await page.getByText('確認のメールをお送りしました').waitFor()

    // Another device, without a login.
    const link = await linkTo(email, 'メールアドレスの確認')
    await device.clearCookies()
    await page.goto(link)
    await title(page, 'メールアドレスの確認')
    expect(page.url()).toMatch(/\/sh\/email-change$/)
    await inspect(page, 'email-confirm')
    // The link was only opened so far.
    expect(await sql('select id from customer where email = $1', email)).toEqual([])
    await page.getByRole('button', { name: 'このメールアドレスを使う' }).click()
    await title(page, 'メールアドレスを確認しました')
    await page.getByRole('main').getByRole('link', { name: 'ログインする' }).click()
    await logIn(page, email, NEW_PASSWORD)

    step('退会')
    await moveTo(page, 'mypage/customer')
    // The shop has turned its top page of マイページ off.
    expect(await page.locator('header a[href="/sh/mypage"]').count()).toBe(0)
    await page.getByRole('link', { name: '退会のお手続きへ' }).click()
    await title(page, '退会のお手続き')
    await inspect(page, 'withdraw')
    // Asked for while something was on its way: taken back by a press.
    await sql('update customer set leaving_at = now() where email = $1', email)
    await page.reload()
    await page.getByText('退会のお申し出を承りました').waitFor()
    // This member has no 定期便.
    expect(await page.getByText('手配済みのお届けを最後に').count()).toBe(0)
    await inspect(page, 'withdraw-waiting')
    await page.getByRole('button', { name: 'お申し出を取り消す' }).click()
    await page.getByText('退会のお申し出を取り消しました').waitFor()
    expect(await sql('select leaving_at from customer where email = $1', email)).toEqual([{ leaving_at: null }])
    await field(page, 'パスワード').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: '退会する' }).click()
    await page.getByText('退会のお手続きが完了しました').waitFor()
    await page.waitForURL(/\/sh\/login$/)
    expect(await sql('select id from customer where email = $1', email)).toEqual([])
  },
)
