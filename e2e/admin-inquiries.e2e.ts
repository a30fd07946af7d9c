import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { mailTo } from './lib/sandbox.ts'
import { field } from './lib/shopping.ts'

const QUESTION = '詰め替えの次回分を、年明けに延ばせますか?'
const ANSWER = '1月10日のお届けに変えられます。マイページの定期便からお選びください。'

journey('a member asks, an operator answers, the member reads it in マイページ and by mail', async (visitor) => {
  const { page, device, size } = visitor
  const member = await newMember()
  await logInDevice(device, member)
  const main = page.getByRole('main')
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

  await page.goto('mypage/inquiries')
  await main.getByText('お問い合わせはまだありません').waitFor()
  await main.getByRole('link', { name: 'お問い合わせをする' }).click()
  await field(main, 'お問い合わせの種類').selectOption({ index: 2 })
  await field(main, 'お問い合わせ内容').fill(QUESTION)
  for (const name of [/ご利用規約.*に同意する/, /プライバシーポリシー.*に同意する/])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
  await heading('お問い合わせを受け付けました')

  await page.goto('mypage')
  await main.getByRole('link', { name: 'お問い合わせの履歴' }).click()
  await main.getByText('お返事をお待ちください').waitFor()
  await inspect(page, `mypage-inquiries-${size}`)

  const desk = await device.newPage()
  await signIn(desk, 'support')
  await desk.goto(`/admin/inquiries?q=${encodeURIComponent(member.email)}`)
  await desk.getByRole('row').filter({ hasText: QUESTION }).getByRole('link').first().click()
  await desk.getByRole('heading', { level: 1, name: /からのお問い合わせ/ }).waitFor()
  await desk.getByLabel(/^本文/).fill(ANSWER)
  await desk.getByRole('button', { name: '返信を送る' }).click()
  await desk.getByRole('status').getByText('返信を送りました').waitFor()
  await inspect(desk, `admin-inquiry-${size}`)
  await desk.close()

  await page.reload()
  await main.getByText('お返事しました').waitFor()
  await main.getByText(QUESTION).click()
  await heading('お問い合わせの内容')
  await main.getByText(ANSWER).waitFor()
  await inspect(page, `mypage-inquiry-${size}`)
  const answer = async () => (await mailTo(member.email)).find(({ subject }) => subject.includes('ご返信'))
  await expect.poll(async () => (await answer())?.text).toContain(ANSWER)
  expect((await answer())!.text).toContain(new URL(page.url()).pathname)

  await main.getByRole('button', { name: '解決した' }).click()
  await main.getByText('お問い合わせを解決済みにしました。').waitFor()
  await main.getByText('解決済み', { exact: true }).waitFor()
  await main.getByRole('button', { name: 'まだ解決していない' }).click()
  await main.getByText('お返事をお待ちください').waitFor()
})
