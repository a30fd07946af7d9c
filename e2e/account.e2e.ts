import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newDevice } from './lib/browser.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logIn, tryToLogIn } from './lib/login.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { linkTo } from './lib/sandbox.ts'
import { field, section } from './lib/shopping.ts'

const NEW_PASSWORD = 'Tsubaki2027'
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

journey('a forgotten password: the link works once, for an hour, and ends every session', async (visitor) => {
  const { page, device, size, expectProblem } = visitor
  expectProblem(/^422: (POST|PATCH) \/v1\/common\/reset-password/, /^401: /)
  const member = await newMember()
  const atHome = await newDevice(size)
  await logInDevice(atHome, member)
  const ask = async (email: string) => {
    await page.goto('forget')
    await field(page, 'メールアドレス').fill(email)
    await page.getByRole('button', { name: '再設定のURLを送る' }).click()
    await title(page, 'メールをお送りしました')
    return (await page.getByRole('main').innerText()).replace(email, '…')
  }
  // The answer does not reveal who is a member.
  expect(await ask(`nobody-${size}@example.com`)).toBe(await ask(member.email))
  await inspect(page, 'forget-sent')

  const link = await linkTo(member.email, 'パスワード再設定')
  await page.goto(link)
  await title(page, 'パスワードの再設定')
  await page.getByText(/まで使えます/).waitFor()
  // The address must not be in the URL, where others could read it and analytics would record it.
  expect(page.url()).toMatch(/\/sh\/passreset$/)
  await page.reload()
  await page.getByText(/まで使えます/).waitFor()
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
  await inspect(page, 'passreset-done')
  await page.getByRole('link', { name: 'ログインする' }).click()
  await logIn(page, member.email, NEW_PASSWORD)
  const home = await atHome.newPage()
  await home.goto('mypage')
  await home.waitForURL('**/login?next=%2Fmypage')
  await atHome.close()

  // Messages 8003, 8002 and 8004.
  await page.goto(link)
  await page.getByText('このURLはすでに使用されています。ログインしてご利用ください。').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'ログインする' }).waitFor()
  await inspect(page, 'passreset-used')
  await ask(member.email)
  await sql(
    `update one_time_token set expires_at = now() - interval '1 day' where customer_id =
       (select id from customer where email = $1) and used_at is null`,
    member.email,
  )
  await page.goto(await linkTo(member.email, 'パスワード再設定'))
  await page.getByText(/^URLの有効期限\(1時間\)が切れています。お手数ですが、もう一度パスワード再設定/).waitFor()
  await page.getByRole('link', { name: 'もう一度URLを送る' }).waitFor()
  await page.goto('passreset?token=')
  await page.getByText('URLが正しくありません。お送りしたURLをもう一度お確かめください。').waitFor()
  await device.clearCookies()
})

journey('a new e-mail address: confirmed by mail, on a device without a login', async (visitor) => {
  const { page, device, size, expectProblem } = visitor
  expectProblem(/^422: POST \/v1\/customer\/email\/(change|confirm)/)
  const member = await newMember()
  const email = `new-${member.email}`
  await logInDevice(device, member)
  await page.goto('mypage/customer')
  await page.getByRole('link', { name: 'メールアドレスを変更する' }).click()
  await title(page, 'メールアドレスの変更')
  await field(page, '新しいメールアドレス').fill(email)
  await field(page, 'パスワード').fill('Wrong12345')
  await page.getByRole('button', { name: '確認のメールを送る' }).click()
  await page.getByText('現在のパスワードが正しくありません。').waitFor()
  await inspect(page, 'email-refused')
  await page.reload()
  await expect.poll(() => field(page, '新しいメールアドレス').inputValue()).toBe(email)
  // A password is never stored in the browser.
  expect(await field(page, 'パスワード').inputValue()).toBe('')
  await field(page, 'パスワード').fill(member.password)
  await page.getByRole('button', { name: '確認のメールを送る' }).click()
  await page.getByText('確認のメールをお送りしました').waitFor()
  await inspect(page, 'email-sent')

  const elsewhere = await newDevice(size)
  const other = await elsewhere.newPage()
  const link = await linkTo(email, 'メールアドレスの確認')
  await other.goto(link)
  await title(other, 'メールアドレスの確認')
  expect(other.url()).toMatch(/\/sh\/email-change$/)
  await inspect(other, 'email-confirm')
  // The link was only opened so far.
  expect(await sql('select id from customer where email = $1', email)).toEqual([])
  await other.reload()
  await other.getByRole('button', { name: 'このメールアドレスに変更する' }).click()
  await title(other, 'メールアドレスを変更しました')
  await other.getByText(email).waitFor()
  await inspect(other, 'email-changed')
  await other.getByRole('main').getByRole('link', { name: 'ログインする' }).click()
  await logIn(other, email)
  await elsewhere.close()

  // On the member's own device the page says that the link was already used, and shows the new address.
  await page.goto(link)
  await page.getByRole('button', { name: 'このメールアドレスに変更する' }).click()
  await page
    .getByText('このURLはすでに使用されています。変更後のメールアドレスでログインしてご利用ください。')
    .waitFor()
  await inspect(page, 'email-used')
  await page.goto('mypage/customer')
  await section(page, 'ログインの設定').getByText(email).waitFor()
})

journey('会員情報: every field by its rule, kept over a reload, and saved', async ({ page, device }) => {
  const member = await newMember()
  await logInDevice(device, member)
  await page.goto('mypage/customer')
  const part = section(page, 'お客様情報')
  await expect.poll(() => field(part, '姓').inputValue()).toBe(member.name01)
  await field(part, '姓').fill('')
  await field(part, 'せい').fill('tsubaki')
  await page.getByLabel('生まれた年').selectOption('1980')
  await field(part, '電話番号').fill('090123')
  await page.getByRole('button', { name: '変更を保存する' }).click()
  await part.getByText('姓は必須です。入力してください。').waitFor()
  await part.getByText(/^せいは.*入力してください。$/).waitFor()
  await part
    .getByText(/生年月日/)
    .nth(1)
    .waitFor()
  await part.getByText(/電話番号.*桁/).waitFor()
  await page.getByText('ご確認いただきたい項目が4か所あります').waitFor()
  await expect.poll(() => field(part, '姓').evaluate((input) => input === document.activeElement)).toBe(true)
  await inspect(page, 'customer-errors')

  await field(part, '姓').fill('山口')
  // Katakana is converted, not rejected.
  await field(part, 'せい').fill('ヤマグチ')
  await field(part, 'めい').fill('ﾊﾅｺ')
  await field(part, '電話番号').fill('０３－１２３４－５６７８')
  await field(part, '電話番号').blur()
  expect(await field(part, 'せい').inputValue()).toBe('やまぐち')
  expect(await field(part, 'めい').inputValue()).toBe('はなこ')
  expect(await field(part, '電話番号').inputValue()).toBe('0312345678')
  await page.getByLabel('生まれた月').selectOption('2')
  await page.getByLabel('生まれた日').selectOption('29')
  await part.getByRole('radio', { name: '女性' }).check()
  await part.getByRole('radio', { name: '法人' }).check()
  await field(part, '会社名').fill('株式会社 椿野(白石 渚)')
  await field(part, '会社名(かな)').fill('かぶしきがいしゃ つばきの')
  expect(await field(part, 'ご担当者名').inputValue()).toBe('白石 渚')
  await field(part, 'ご担当者名(かな)').fill('シライシ ナギサ')
  await page.getByRole('checkbox', { name: 'LINEで受け取る' }).check()

  await page.reload()
  await page.getByText('前回の入力の続きから始めています。').waitFor()
  expect(await field(part, '姓').inputValue()).toBe('山口')
  expect(await field(part, '会社名').inputValue()).toBe('株式会社 椿野')
  await inspect(page, 'customer-business')
  await page.getByRole('checkbox', { name: 'メールで受け取る' }).check()
  await page.getByRole('button', { name: '変更を保存する' }).click()
  await page.getByText('会員情報を変更しました').waitFor()
  const [row] = await sql('select * from customer where email = $1', member.email)
  expect(row).toMatchObject({
    ...{ name01: '山口', kana01: 'やまぐち', kana02: 'はなこ', phone_number: '0312345678', sex: 2 },
    ...{ company_name: '株式会社 椿野', manager_name: '白石 渚', account_type: true },
    ...{ mail_magazine_flag: true, line_magazine_flag: true },
  })
  const consents = await sql(
    'select channel, is_given from consent_event where customer_id = $1 order by channel desc',
    row!.id,
  )
  expect(consents).toEqual([
    { channel: 'mail', is_given: true },
    { channel: 'line', is_given: true },
  ])
  // Withdrawal is by phone; the page states until when.
  const withdrawal = section(page, '退会について')
  await withdrawal.getByRole('link', { name: '0120-000-000' }).waitFor()
  await withdrawal.getByText('お届け予定の定期便はありませんので、いつでもお手続きいただけます。').waitFor()
})

journey('a membership ends in マイページ, if the shop allows it there', async ({ page, device, expectProblem }) => {
  expectProblem(/^422: POST \/v1\/(customer\/withdraw|common\/login)/)
  const member = await newMember()
  await logInDevice(device, member)
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
    await page.getByRole('link', { name: /^個人情報のご請求/ }).click()
    await title(page, '個人情報のご請求')
    await page.getByRole('radio', { name: /^訂正/ }).check()
    await field(page, 'パスワード').fill(member.password)
    await page.getByRole('button', { name: '請求する' }).click()
    await page.getByText('ご請求の内容は必須です。入力してください。').waitFor()
    await field(page, 'ご請求の内容').fill('生年月日を直してください')
    await inspect(page, 'privacy')
    await page.getByRole('button', { name: '請求する' }).click()
    await page.getByRole('listitem').filter({ hasText: '訂正(受付)' }).getByText('生年月日を直してください').waitFor()
    await inspect(page, 'privacy-asked')

    await page.goto('mypage/customer')
    await link.click()
    await title(page, '退会のお手続き')
    await inspect(page, 'withdraw')
    await field(page, 'パスワード').fill('Guess1234')
    await page.getByRole('button', { name: '退会する' }).click()
    await page.getByText('現在のパスワードが正しくありません').waitFor()
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

journey('a new password: asks for the old one, and logs the other devices out', async (visitor) => {
  const { page, device, size, expectProblem } = visitor
  expectProblem(/^422: POST \/v1\/customer\/password\/change/)
  const member = await newMember()
  await page.goto('login')
  await logIn(page, member.email)
  const atHome = await newDevice(size)
  await logInDevice(atHome, member)
  const home = await atHome.newPage()
  await home.goto('mypage/addresses')
  await title(home, 'お届け先')

  await page.goto('mypage/customer/password')
  const change = async (current: string, password: string) => {
    await field(page, 'いまのパスワード').fill(current)
    await field(page, '新しいパスワード').fill(password)
    await field(page, '新しいパスワード(確認)').fill(password)
    await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  }
  await change('Wrong12345', NEW_PASSWORD)
  await page.getByText('現在のパスワードが正しくありません。').waitFor()
  await inspect(page, 'password-refused')
  await change(member.password, NEW_PASSWORD)
  await page.getByText('パスワードを変更しました。ほかの端末はログアウトされました').waitFor()
  // This device stays logged in; the other one has to log in again, and then returns to its page.
  await page.goto('mypage/customer')
  await title(page, '会員情報')
  await home.getByRole('link', { name: 'お届け先を追加する' }).click()
  await home.waitForURL('**/login?next=%2Fmypage%2Faddresses%2Fnew')
  await logIn(home, member.email, NEW_PASSWORD)
  await title(home, 'お届け先の追加')
  await atHome.close()
  await device.clearCookies()
})
