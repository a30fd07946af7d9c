import { expect } from 'vitest'
import { windows } from './lib/browser.ts'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

journeyInBoth('the home page tells the story, shows products and leads to the journal', async ({ page }) => {
  await page.goto('')
  await page.getByRole('heading', { level: 1, name: /椿の一滴で/ }).waitFor()
  expect(await page.locator('main h2').allTextContents()).toEqual([
    '種を拾う',
    '急がず搾る',
    '櫛でゆきわたらせる',
    'お客様の声',
    '毎日の手入れに',
    'はじめての三包',
    '読みもの',
    'お届けの前に、LINEでひと声',
  ])
  // The whole bottle is visible, also in a wide window: the picture is not cropped at the top.
  const hero = page.getByRole('img', { name: '窓辺の光の中に並ぶ、椿油の瓶と櫛、椿の花' })
  await page.setViewportSize(windows.desktop.viewport)
  const { width, height } = (await hero.boundingBox())!
  expect(width / height).toBeLessThan(2)
  await page.setViewportSize(windows.phone.viewport)
  await page.getByRole('link', { name: '読みものをすべて見る' }).click()
  await page.getByRole('heading', { level: 1, name: '読みもの' }).waitFor()
  expect(await page.locator('main h3').count()).toBe(4)
  await page.getByRole('link', { name: /細歯、中歯、荒歯の選びかた/ }).click()
  await page.getByRole('heading', { level: 1, name: '細歯、中歯、荒歯の選びかた' }).waitFor()
  await inspect(page, 'journal-article')
  const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  )
  expect(data.map((one) => one['@type']).sort()).toEqual(['Article', 'BreadcrumbList'])
  await page.getByRole('link', { name: '本つげ櫛を見る' }).click()
  await page.getByRole('heading', { level: 1, name: '本つげ櫛' }).waitFor()
})

/** A page as the server sends it. */
const html = async (path: string) => (await fetch(`${process.env.SHOP_URL}/sh/${path}`)).text()

journey(
  'articles, voices and blocks of the shop are in its journal and on its home page',
  async ({ page, expectProblem, step }) => {
    expectProblem(/^422: (PUT|POST) \/admin\/v1\/(setting\/home|articles|voices)/)
    page.on('dialog', (dialog) => void dialog.accept())
    await signIn(page, 'manager')
    await page.goto('/admin/content')
    const save = page.getByRole('button', { name: '保存する' })
    step('an article')
    await page.getByRole('link', { name: '読みものを加える' }).click()
    await page.getByLabel(/^題名/).fill('櫛の直し')
    await page.getByLabel(/^URL用の名前/).fill('which-comb')
    const text = page.getByRole('textbox', { name: '文章', exact: true })
    await text.click()
    await page.getByRole('button', { name: '見出し', exact: true }).click()
    await page.keyboard.type('欠けた歯')
    await page.keyboard.press('Enter')
    await page.keyboard.type('送ってください。')
    await page.getByLabel('公開する').check()
    await save.click()
    await page.getByText('「細歯、中歯、荒歯の選びかた」で使われています').waitFor()
    await page.getByLabel(/^URL用の名前/).fill('mending')
    await save.click()
    await page.getByRole('heading', { level: 1, name: '櫛の直し' }).waitFor()
    await inspect(page, 'admin-article')
    expect(await html('journal/mending')).toMatch(/<h2[^>]*>欠けた歯<\/h2>/)
    await page.getByRole('button', { name: '削除する' }).click()
    await page.getByRole('heading', { level: 1, name: '文章とページ' }).waitFor()

    step('a voice')
    // A voice is shown only with the consent of the person, and with the mark of an advert if something was given for it.
    await page.getByRole('link', { name: 'お客様の声' }).click()
    await page.getByRole('link', { name: '声を加える' }).click()
    await page.getByLabel('商品').selectOption('本つげ櫛')
    await page.getByLabel(/^声/).fill('静電気の日も、歯がするりと通ります。')
    await page.getByLabel(/^お名前の出し方/).fill('30代・直毛')
    await page.getByLabel(/^いただいた経緯/).selectOption('商品を提供した')
    await page.getByLabel('ショップに表示する').check()
    await save.click()
    await page.getByText('ご本人の承諾をいただいた日が必要です').waitFor()
    await page.getByLabel('ご本人の承諾をいただいた日').fill('2026-01-15')
    await inspect(page, 'admin-voice')
    await save.click()
    await page.getByRole('heading', { level: 1, name: 'お客様の声', exact: true }).waitFor()
    await inspect(page, 'admin-voices')
    const words = '歯がするりと通ります'
    const mark = '商品を提供した方の声です(PR)'
    await expect.poll(() => html('products/detail/7')).toContain(words)
    expect(await html('products/detail/7')).toContain(mark)
    const ofProduct = await (await fetch(`${process.env.SHOP_URL}/v1/voice?product_id=7`)).json()
    expect(ofProduct).toMatchObject({ data: { total: 2 } })
    // At the top it is on the home page.
    for (let at = 11; at > 1; at--) {
      await page.getByRole('button', { name: `${at}. 30代・直毛を上へ` }).click()
      await page.getByRole('button', { name: `${at - 1}. 30代・直毛を上へ` }).waitFor()
    }
    await expect.poll(() => html('')).toContain(words)
    expect(await html('')).toContain(mark)
    await page.getByRole('link', { name: /歯がするりと通ります/ }).click()
    await page.getByRole('button', { name: '削除する' }).click()
    await page.getByText('声を削除しました').waitFor()
    await expect.poll(() => html('products/detail/7')).not.toContain(words)
    await page.getByRole('link', { name: '文章とページ' }).first().click()

    step('blocks of the home page')
    await page.getByRole('link', { name: 'トップページの構成' }).click()
    await page.getByRole('heading', { level: 1, name: 'トップページの構成' }).waitFor()
    await inspect(page, 'admin-home')
    const section = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
    await page.getByRole('button', { name: 'お知らせを加える' }).click()
    await section('10. お知らせ').getByLabel('見出し').fill('年末年始のお届け')
    await section('10. お知らせ').getByLabel('リンク先').fill('javascript:alert(1)')
    await save.click()
    await page.getByText('「/」か「https://」で始めてください。').waitFor()
    await section('10. お知らせ').getByLabel('リンク先').fill('')
    await page.getByRole('button', { name: '10. お知らせを上へ' }).click()
    await save.click()
    await page.getByText('トップページを保存しました').waitFor()
    const placeOf = async (heading: string) => (await html('')).indexOf(heading)
    await expect.poll(() => placeOf('年末年始のお届け')).toBeGreaterThan(0)
    expect(await placeOf('年末年始のお届け')).toBeLessThan(await placeOf('お届けの前に、LINEでひと声'))
    await page.getByRole('button', { name: '9. お知らせを外す' }).click()
    await save.click()
    await expect.poll(() => placeOf('年末年始のお届け')).toBe(-1)
  },
)
