import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { announcementsDuring } from './lib/live-regions.ts'
import { logInDevice, newMember, orderedBy } from './lib/member.ts'
import { clearFailures, scriptFailure } from './lib/sandbox.ts'
import { field } from './lib/shopping.ts'

/** With commas and spaces, which may mean something to the driver. */
const NOTE = '  裏口の青い箱, 鍵は 0-1,  右から2番目 '

journey(
  'お届け先: added by a postcode of two towns, the default changed, deleted',
  async ({ page, device, expectProblem, step }) => {
    expectProblem(/^(404|50\d): GET \/postcodes\//)
    const member = await newMember()
    // The subscription's address is also in the address book, as the only one so far.
    await orderedBy(member, { sku: 118, subscription: true })
    await logInDevice(device, member)
    await page.goto('mypage/addresses')
    await page.getByRole('link', { name: 'お届け先を追加する' }).click()
    const main = page.getByRole('main')
    await field(main, '姓').fill('白石')
    await field(main, '名').fill('渚')
    await field(main, 'せい').fill('シライシ')
    await field(main, 'めい').fill('なぎさ')
    step('postcodes: an island, unknown, out of service')
    // A remote island is shown before saving.
    await field(main, '郵便番号').fill('1000101')
    await page.getByText('離島へのお届けです').waitFor()
    const [postcode, town] = [field(main, '郵便番号'), field(main, '市区町村・町名')]
    await postcode.fill('9999999')
    await page.getByText(/この郵便番号の住所が見つかりません/).waitFor()
    await scriptFailure('postcode-jp', 'postcodes', 'error:503', 9)
    try {
      await postcode.fill('0600001')
      await page.getByText(/住所を調べられませんでした/).waitFor()
      await inspect(page, 'postcode-down')
    } finally {
      await clearFailures('postcode-jp')
    }
    step('typed input is not overwritten')
    // Typed input is never overwritten.
    await town.fill('渋谷区神宮前 原宿')
    await postcode.fill('2480006')
    await page.getByRole('button', { name: /鎌倉市/ }).waitFor()
    expect(await town.inputValue()).toBe('渋谷区神宮前 原宿')
    // The island and the address that was found are spoken by one region.
    const announcements = await announcementsDuring(page, async () => {
      await postcode.fill('1000101')
      await page.getByText('離島へのお届けです').waitFor()
      await page.getByText('住所を置き換えますか').waitFor()
    })
    expect(announcements).toEqual([expect.stringContaining('離島へのお届けです')])
    await town.fill('')
    step('a postcode of two towns')
    await field(main, '郵便番号').fill('４９８−００００')
    await page.getByText('該当する住所をお選びください').waitFor()
    await page.getByRole('button', { name: /三重県.*木曽岬町/ }).click()
    await expect.poll(() => field(main, '市区町村・町名').inputValue()).toContain('木曽岬町')
    await field(main, '番地').fill('1,2-3')
    await field(main, '置き配').selectOption({ label: 'その他(自由記入)' })
    await field(main, '置き場所').fill(NOTE)

    step('pressed too early, left and returned to')
    // Pressed too early, then left and returned to: no input is lost.
    await page.getByRole('button', { name: 'このお届け先を追加する' }).click()
    await page.getByText('電話番号を入力してください。').waitFor()
    await page.getByRole('link', { name: '戻る' }).click()
    await page.getByRole('heading', { level: 1, name: 'お届け先', exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => field(main, '置き場所').inputValue()).toBe(NOTE)
    expect(await field(main, '姓').inputValue()).toBe('白石')
    expect(await field(main, '市区町村・町名').inputValue()).toContain('木曽岬町')
    await field(main, '電話番号').fill('0567000000')
    await page.getByRole('button', { name: 'このお届け先を追加する' }).click()
    await page.getByText('お届け先を追加しました').waitFor()
    const added = page.getByRole('article', { name: '白石 渚 さま' })
    await added.getByText(/木曽岬町.*12-3/).waitFor()
    const saved = await sql(
      `select a.delivery_notes, a.addr02, a.kana01 from customer_address a join customer c on c.id = a.customer_id
      where c.email = $1 and a.name01 = '白石'`,
      member.email,
    )
    expect(saved).toEqual([{ delivery_notes: NOTE, addr02: '12-3', kana01: 'しらいし' }])

    step('default, then deleted')
    await added.getByRole('button', { name: '白石 渚 さまをいつものお届け先にする' }).click()
    await added.getByText('いつものお届け先', { exact: true }).waitFor()
    await added.getByRole('button', { name: '白石 渚 さまのお届け先を削除する' }).click()
    const dialog = page.getByRole('dialog', { name: 'お届け先の削除' })
    await dialog.getByText(/^いつものお届け先です。/).waitFor()
    await inspect(page, 'address-delete')
    await dialog.getByRole('button', { name: '削除する' }).click()
    await page
      .getByRole('status')
      .getByText(/削除しました/)
      .waitFor()
    const first = page.getByRole('article', { name: `${member.name01} ${member.name02} さま` })
    await first.getByText('いつものお届け先', { exact: true }).waitFor()
  },
)
