import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { counted } from './lib/data-layer.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logIn, tryToLogIn } from './lib/login.ts'
import { memberWith, newMember } from './lib/member.ts'
import { linkTo } from './lib/sandbox.ts'
import { field } from './lib/shopping.ts'

const NEW_PASSWORD = 'Tsubaki2027'
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

journey('a forgotten password: the link sets a new one, once, and nobody else reads it', async (visitor) => {
  const { page, expectProblem } = visitor
  expectProblem(/^422: POST \/v1\/common\/reset-password/)
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
  await field(page, '新しいパスワード').fill('tsubaki')
  await field(page, '新しいパスワード(確認)').fill('tsubaki2')
  await page.getByRole('button', { name: 'このパスワードに変更する' }).click()
  await page
    .getByText(/大文字/)
    .nth(1)
    .waitFor()
  await inspect(page, 'passreset-errors')
  await field(page, '新しいパスワード').fill(NEW_PASSWORD)
  await field(page, '新しいパスワード(確認)').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'このパスワードに変更する' }).click()
  await title(page, 'パスワードを変更しました')
  await page.getByRole('link', { name: 'ログインする' }).click()
  await logIn(page, member.email, NEW_PASSWORD)

  await page.goto(link)
  await page.getByText('このURLはすでに使用されています。ログインしてご利用ください。').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'ログインする' }).waitFor()
  await inspect(page, 'passreset-used')
})

journey('会員情報: fields, password and e-mail address are changed', async ({ page, device, expectProblem }) => {
  expectProblem(/^422: POST \/v1\/customer\/(email|password)\/change/)
  const member = await memberWith(device)
  await page.goto('mypage/customer')
  const part = page.getByRole('region', { name: 'お客様情報', exact: true })
  await expect.poll(() => field(part, '姓').inputValue()).toBe(member.name01)
  await field(part, '姓').fill('')
  await field(part, 'せい').fill('tsubaki')
  await page.getByLabel('生まれた年').selectOption('1980')
  await field(part, '電話番号').fill('090123')
  await page.getByRole('button', { name: '変更を保存する' }).click()
  await part.getByText('姓は必須です。入力してください。').waitFor()
  await page.getByText('ご確認いただきたい項目が4か所あります').waitFor()
  await expect.poll(() => field(part, '姓').evaluate((input) => input === document.activeElement)).toBe(true)
  await part.getByRole('radio', { name: '法人' }).check()
  await inspect(page, 'customer-errors')

  await field(part, '姓').fill('山口')
  // Katakana is converted, not rejected.
  await field(part, 'せい').fill('ヤマグチ')
  await field(part, '電話番号').fill('０３－１２３４－５６７８')
  await field(part, '電話番号').blur()
  expect(await field(part, 'せい').inputValue()).toBe('やまぐち')
  expect(await field(part, '電話番号').inputValue()).toBe('0312345678')
  await page.getByLabel('生まれた月').selectOption('2')
  await page.getByLabel('生まれた日').selectOption('29')
  await field(part, '会社名').fill('株式会社 椿野(白石 渚)')
  await field(part, '会社名(かな)').fill('かぶしきがいしゃ つばきの')
  expect(await field(part, 'ご担当者名').inputValue()).toBe('白石 渚')
  await field(part, 'ご担当者名(かな)').fill('シライシ ナギサ')

  await page.reload()
  await page.getByText('前回の入力の続きから始めています。').waitFor()
  expect(await field(part, '姓').inputValue()).toBe('山口')
  await page.getByRole('checkbox', { name: 'メールで受け取る' }).check()
  await page.getByRole('button', { name: '変更を保存する' }).click()
  await page.getByText('会員情報を変更しました').waitFor()
  const [row] = await sql('select * from customer where email = $1', member.email)
  expect(row).toMatchObject({
    ...{ name01: '山口', kana01: 'やまぐち', phone_number: '0312345678', account_type: true },
    ...{ company_name: '株式会社 椿野', manager_name: '白石 渚', mail_magazine_flag: true },
  })

  await page.getByRole('link', { name: 'パスワードを変更する' }).click()
  const change = async (current: string) => {
    await field(page, 'いまのパスワード').fill(current)
    await field(page, '新しいパスワード').fill(NEW_PASSWORD)
    await field(page, '新しいパスワード(確認)').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  }
  await change('Wrong12345')
  await page.getByText('現在のパスワードが正しくありません。').waitFor()
  await inspect(page, 'password-refused')
  await change(member.password)
  await page.getByText('パスワードを変更しました。ほかの端末はログアウトされました').waitFor()

  const email = `new-${member.email}`
  await page.waitForURL('**/mypage/customer')
  await page.getByRole('link', { name: 'メールアドレスを変更する' }).click()
  await field(page, '新しいメールアドレス').fill(email)
  await field(page, 'パスワード').fill(member.password)
  await page.getByRole('button', { name: '確認のメールを送る' }).click()
  await page.getByText('現在のパスワードが正しくありません。').waitFor()
  await inspect(page, 'email-refused')
  await field(page, 'パスワード').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: '確認のメールを送る' }).click()
  await page.getByText('確認のメールをお送りしました').waitFor()

  // Another device, without a login.
  await device.clearCookies()
  await page.goto(await linkTo(email, 'メールアドレスの確認'))
  await title(page, 'メールアドレスの確認')
  expect(page.url()).toMatch(/\/sh\/email-change$/)
  await inspect(page, 'email-confirm')
  // The link was only opened so far.
  expect(await sql('select id from customer where email = $1', email)).toEqual([])
  await page.getByRole('button', { name: 'このメールアドレスに変更する' }).click()
  await title(page, 'メールアドレスを変更しました')
  await page.getByText(email).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'ログインする' }).click()
  await logIn(page, email, NEW_PASSWORD)
})

journey('a membership ends in マイページ, if the shop allows it there', async ({ page, device, expectProblem }) => {
  expectProblem(/^422: POST \/v1\/(customer\/withdraw|common\/login)/)
  const member = await memberWith(device)
  await page.goto('mypage/customer')
  // By phone, as in the specification; the page states until when.
  const withdrawal = page.getByRole('region', { name: '退会について', exact: true })
  await withdrawal.getByRole('link', { name: '0120-000-000' }).waitFor()
  await withdrawal.getByText('お届け予定の定期便はありませんので、いつでもお手続きいただけます。').waitFor()
  await page.getByRole('link', { name: /^個人情報のご請求/ }).click()
  await title(page, '個人情報のご請求')
  await page.getByRole('radio', { name: /^訂正/ }).check()
  await field(page, 'パスワード').fill(member.password)
  await page.getByRole('button', { name: '請求する' }).click()
  await page.getByText('ご請求の内容は必須です。入力してください。').waitFor()
  await inspect(page, 'privacy')
  await field(page, 'ご請求の内容').fill('生年月日を直してください')
  await page.getByRole('button', { name: '請求する' }).click()
  await page.getByRole('listitem').filter({ hasText: '訂正(受付)' }).getByText('生年月日を直してください').waitFor()

  await sql(`update shop set withdrawal_by = 'mypage' where id = 2`)
  try {
    const link = page.getByRole('link', { name: '退会のお手続きへ' })
    await expect
      .poll(
        async () =>
          (await page.goto('mypage/customer')) &&
          link.waitFor({ timeout: 5_000 }).then(
            () => true,
            () => false,
          ),
      )
      .toBe(true)
    await link.click()
    await title(page, '退会のお手続き')
    await field(page, 'パスワード').fill('Guess1234')
    await page.getByRole('button', { name: '退会する' }).click()
    await page.getByText('現在のパスワードが正しくありません').waitFor()
    await inspect(page, 'withdraw')
    await field(page, 'パスワード').fill(member.password)
    await page.getByRole('button', { name: '退会する' }).click()
    await page.getByText('退会のお手続きが完了しました').waitFor()
    await page.waitForURL(/\/sh\/login$/)
    await tryToLogIn(page, member.email, member.password)
    await page.getByText('正しいメールアドレスとパスワードを入力してください。').waitFor()
  } finally {
    await sql(`update shop set withdrawal_by = 'phone' where id = 2`)
  }
})
