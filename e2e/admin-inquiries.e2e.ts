import { expect } from 'vitest'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { callAs, logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { mailTo } from './lib/sandbox.ts'

const QUESTION = '詰め替えの次回分を、年明けに延ばせますか?'
const ANSWER = '1月10日のお届けに変えられます。マイページの定期便からお選びください。'

journey('an operator answers a member, who reads it in マイページ and by mail', async ({ page, device }) => {
  const member = await newMember()
  const { name01, name02, kana01, kana02, email } = member
  await callAs(member, 'POST', '/v1/contact/complete/mail', {
    ...{ name01, name02, kana01, kana02, email, email_confirm: email, phone_number: '' },
    ...{ inquiry_category_id: 2, content: QUESTION, idempotency_key: crypto.randomUUID() },
    ...{ terms_agreed: true, privacy_agreed: true },
  })
  await signIn(page, 'support')
  await page.goto(`/admin/inquiries?q=${encodeURIComponent(email)}`)
  await page.getByRole('row').filter({ hasText: QUESTION }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /からのお問い合わせ/ }).waitFor()
  await page.getByLabel(/^本文/).fill(ANSWER)
  await page.getByRole('button', { name: '返信を送る' }).click()
  await page.getByRole('status').getByText('返信を送りました').waitFor()
  await inspect(page, 'admin-inquiry')
  await fitsEverywhere(page, 'admin-inquiry')

  await logInDevice(device, member)
  await page.goto('mypage')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'お問い合わせの履歴' }).click()
  await main.getByText('お返事しました').waitFor()
  await main.getByText(QUESTION).click()
  await page.getByRole('heading', { level: 1, name: 'お問い合わせの内容' }).waitFor()
  await main.getByText(ANSWER).waitFor()
  await inspect(page, 'mypage-inquiry')
  await fitsEverywhere(page, 'mypage-inquiry')
  const answer = async () => (await mailTo(email)).find(({ subject }) => subject.includes('ご返信'))
  await expect.poll(async () => (await answer())?.text).toContain(ANSWER)
  expect((await answer())!.text).toContain(new URL(page.url()).pathname)

  await main.getByRole('button', { name: '解決した' }).click()
  await main.getByText('お問い合わせを解決済みにしました。').waitFor()
  await main.getByText('解決済み', { exact: true }).waitFor()
  await main.getByRole('button', { name: 'まだ解決していない' }).click()
  await main.getByText('お返事をお待ちください').waitFor()
})
