import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect, untilSettled } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { choose, moveTo } from './lib/shopping.ts'

journeyInBoth('a product is described, chosen and added, and leads to the cart', async ({ page, step }) => {
  await page.goto('products/detail/1')
  await page.getByRole('heading', { level: 1, name: '純椿油「しずく」' }).waitFor()
  await page.getByText('使い切る目安 約3か月分').waitFor()
  await choose(page, ['60mL'])
  await page.getByText('使い切る目安 約6か月分').waitFor()
  const headings = await page.locator('main h2').allTextContents()
  expect(headings.slice(1)).toEqual([
    'こんな方に',
    '使い心地',
    '使い方',
    '成分・素材',
    '定期便という選び方',
    'お客様の声',
    'ご質問',
    '一緒に使いたいもの',
  ])
  expect(headings[0]).toContain('毛先に足りない油分')
  const voices = page.locator('section').filter({ has: page.getByRole('heading', { name: 'お客様の声' }) })
  expect(await voices.getByText('デモの文章です').filter({ visible: true }).count()).toBe(3)
  await voices.getByText('ほかの声を読む(1件)').click()
  await voices.getByText('自分で加減できる').waitFor()
  await page.getByText('返品・交換はできますか?').click()
  await page.getByText('届いた品が傷んでいたとき').waitFor()
  expect(await page.locator('main h3').allTextContents()).toEqual(
    expect.arrayContaining(['本つげ櫛', 'シャンプー「泡紬」', 'トリートメント「絹衣」', '贈りもの箱']),
  )

  step('定期便: price, days, bar')
  // 定期便 shows price and delivery date before it is added to the cart.
  const facts = page.locator('section').filter({ has: page.getByRole('heading', { name: '定期便という選び方' }) })
  await facts.getByText('20%OFF', { exact: true }).waitFor()
  await facts.getByText('10%OFF', { exact: true }).waitFor()
  await page.getByRole('radio', { name: /^定期便で買う/ }).check()
  const dates = page.locator('p', { hasText: '今日お申し込みのときの目安' }).locator('xpath=..')
  await expect.poll(() => dates.getByText(/^\d+月\d+日\(.\)$/).count()).toBe(3)
  const before = await dates.textContent()
  await page.getByRole('combobox', { name: 'お届け間隔' }).selectOption('2か月ごと')
  await expect.poll(() => dates.textContent()).not.toBe(before)
  // The bar says what is chosen: kind and interval, the first price and the later one.
  const bar = page.locator('[data-bottom-bar]')
  expect(await bar.textContent()).toMatch(/定期便・2か月ごと初回¥3,344税込\+ 送料2回目から ¥3,762/)
  await inspect(page, 'product-story')

  step('added once')
  await page.getByRole('radio', { name: /^今回だけ買う/ }).check()
  await choose(page, ['30mL'])
  await page.evaluate(() => scrollTo(0, 600))
  const add = page.getByRole('button', { name: 'カートに入れる' })
  await add.click()
  // The message does not block: the focus stays, and another item can be added.
  expect(await add.evaluate((button) => button === document.activeElement)).toBe(true)
  const sheet = page.getByRole('group', { name: 'カートに入れた商品', exact: true })
  await sheet.getByText('カートに入れました').waitFor()
  // No toast repeats what the sheet shows; the toasts' live region speaks it once.
  expect(await page.locator('[aria-live=polite]').filter({ hasText: 'カートに入れました' }).count()).toBe(1)
  expect(await page.getByRole('button', { name: 'お知らせを閉じる' }).count()).toBe(0)
  await sheet.getByText('カートはあと¥4,180で送料無料です').waitFor()
  await sheet.getByRole('link', { name: /本つげ櫛/ }).waitFor()
  await inspect(page, 'added')

  step('another scent is added')
  // The picture is that of the chosen scent, here and in the cart.
  const pictureOf = (part: Locator) => part.locator('img').first().getAttribute('src')
  expect(await pictureOf(sheet)).toContain('/large/camellia-oil-6-')
  await choose(page, ['柚子'])
  await add.click()
  await sheet.getByText('柚子 / 30mL 1点').waitFor()
  // In the system's own colours an outline marks the chosen scent.
  await page.emulateMedia({ forcedColors: 'active' })
  const outlined = await page
    .getByRole('group', { name: '香り' })
    .locator('label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).outlineStyle === 'solid'))
  expect(outlined).toEqual([false, true])
  await page.emulateMedia({ forcedColors: null })
  expect(await pictureOf(sheet)).toContain('/large/camellia-oil-7-')
  await sheet.getByRole('button', { name: 'カートに入れた商品を閉じる' }).click()
  await sheet.waitFor({ state: 'hidden' })
  // The focus goes back to where it came from.
  expect(await add.evaluate((button) => button === document.activeElement)).toBe(true)

  step('added as 定期便, to the cart')
  await page.getByRole('radio', { name: /^定期便で買う/ }).check()
  await add.click()
  await sheet.getByText('定期便・2か月ごと 初回¥1,936、2回目から¥2,178(税込)').waitFor()
  await sheet.getByRole('button', { name: '定期便のお手続きへ' }).waitFor()
  await inspect(page, 'added-subscription')
  await sheet.getByRole('button', { name: 'カートに入れた商品を閉じる' }).click()
  await page.getByRole('link', { name: 'カート(3点)' }).click()
  await page.getByRole('heading', { level: 1, name: 'カート' }).waitFor()
  expect(await page.getByText('カートに入れました').count()).toBe(0)
  expect(await pictureOf(page.getByRole('listitem').filter({ hasText: '柚子 / 30mL' }))).toContain(
    '/large/camellia-oil-7-',
  )
})

journeyInBoth(
  'products differ: yearly, sold out, scarce, with variants and pictures, with only a name',
  async (visitor) => {
    const { page, step } = visitor
    const price = page.locator('main [data-price]')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    step('sold out: a mail when it is back')
    await page.goto('products/detail/8?adcd=LEAFLET7777')
    await heading('猪毛ブラシ')
    const structured = async () => (await page.locator('script[type="application/ld+json"]').allTextContents()).join()
    expect(await structured()).toContain('"name":"猪毛ブラシ"')
    // The bar leads to the form that asks for a mail, and opens it.
    await page.locator('[data-bottom-bar]').getByText('再入荷のお知らせを受け取る').click()
    const mail = page.getByRole('textbox', { name: 'お知らせするメールアドレス' })
    await mail.waitFor()
    await expect.poll(() => mail.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => page.url()).toMatch(/\/products\/detail\/8\?adcd=LEAFLET7777$/)
    expect(await page.getByRole('button', { name: 'カートに入れる' }).count()).toBe(0)
    await inspect(page, 'detail-sold-out')
    await mail.fill('machi@example.jp')
    await page.getByRole('button', { name: 'お知らせを申し込む' }).click()
    await page.getByText('承りました。入荷したら').waitFor()
    // Nothing more to do: the bar says so, without a button.
    const bar = page.locator('[data-bottom-bar]')
    await bar.getByText('再入荷のお知らせを承りました').waitFor({ state: 'attached' })
    expect(await bar.getByRole('link', { name: '再入荷のお知らせを受け取る' }).count()).toBe(0)
    await inspect(page, 'detail-sold-out-asked')

    step('yearly, and scarce')
    await moveTo(page, 'products/detail/11')
    await heading('椿油 一年便')
    expect(await structured()).not.toContain('猪毛ブラシ')
    await page.getByText(/^12回分を最初にまとめてお支払いいただきます/).waitFor()
    expect(await price.first().textContent()).toMatch(/^一括¥24,684/)

    await moveTo(page, 'products/detail/7')
    await heading('本つげ櫛')
    await page.getByText('残り3点(一度に3点まで)').last().waitFor()

    step('variants change price and picture')
    await moveTo(page, 'products/detail/2')
    await heading('シャンプー「泡紬」')
    // The first picture is that of the SKU that is chosen, also in the page of a SKU's own address.
    const firstPicture = () =>
      page.getByRole('region', { name: '商品の写真' }).locator('li img').first().getAttribute('src')
    expect(await firstPicture()).toContain('/shampoo-5-')
    const shown = (number: number) =>
      expect
        .poll(() => page.getByRole('button', { name: `写真${number}を見る` }).getAttribute('aria-current'))
        .toBe('true')
    await choose(page, ['500mL'])
    await expect.poll(() => price.textContent()).toContain('¥3,960')
    // Yuzu is not sold in that size: the size is deselected, and was marked before.
    expect(await page.getByText('柚子取り扱いなし').count()).toBe(1)
    await choose(page, ['柚子'])
    expect(await page.getByRole('radio', { name: '300mL' }).isChecked()).toBe(true)
    await expect.poll(() => price.textContent()).toContain('¥2,640')
    // A change by a selection is announced once.
    const said = page.getByRole('main').locator('[aria-live], [role="status"]').filter({ hasText: /\S/ })
    await expect.poll(() => said.allTextContents()).toEqual(['柚子 / 300mL ¥2,640 在庫あり'])
    // The picture is that of the scent.
    await shown(5)
    await page.getByRole('radio', { name: /^定期便で買う/ }).check()
    await expect.poll(() => price.textContent()).toContain('¥2,112')
    await page.getByRole('button', { name: '写真3を見る' }).click()
    await shown(3)

    step('the gallery and 拡大')
    // One stop of the tab key; the arrow keys move between the pictures.
    const gallery = page.getByRole('region', { name: '商品の写真' })
    const tabStops = gallery.locator('button:not([tabindex="-1"]), [tabindex="0"]')
    expect(await tabStops.count()).toBe(1)
    await tabStops.focus()
    await page.keyboard.press('ArrowRight')
    await shown(4)
    await page.keyboard.press('ArrowLeft')
    await shown(3)
    const open = page.getByRole('button', { name: '写真3を拡大する' })
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
    await open.click()
    const large = page.getByRole('dialog', { name: '写真' })
    // It is larger at once, and shows the whole picture by a press.
    const widthOf = async (part: Locator) => (await part.boundingBox())!.width
    const onPage = await widthOf(page.getByRole('region', { name: '商品の写真' }).getByRole('listitem').nth(2))
    expect(await widthOf(large.locator('img'))).toBeGreaterThan(1.5 * onPage)
    await inspect(page, 'product-zoom')
    await large.getByRole('button', { name: '全体を見る' }).click()
    await large.getByRole('button', { name: '大きく見る' }).waitFor()
    expect(await widthOf(large.locator('img'))).toBeLessThanOrEqual(page.viewportSize()!.width)
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'hidden' })
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
    // What is there at 1,600 px is shown so, and asked for nowhere else.
    await page.getByRole('button', { name: '写真6を拡大する' }).click()
    await expect
      .poll(() => large.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/large\/shampoo-made-1600\.avif$/)
    expect(await page.content()).not.toContain('shampoo-2-1600')
    await page.keyboard.press('Escape')

    step('a product with only a name')
    const [{ id }] = (await sql<{ id: number }>(
      `insert into product (shop_id, category_id, product_name, product_name_kana, slug, sale_type, catch_copy, description,
       how_to_use, ingredients, sort_no) values (2, 5, '名だけの品', 'なだけのしな', 'bare', 1, '', '', '[]', '', 900)
     returning id`,
    )) as [{ id: number }]
    await sql(
      `insert into product_sku (shop_id, product_id, product_code, price, tax_rate, stock, sale_limit, sort_no)
       values (2, $1, $2, 500, 10, 9, 9, 1)`,
      id,
      `BARE-${id}`,
    )
    try {
      await moveTo(page, `products/detail/${id}`)
      await heading('名だけの品')
      expect(await page.locator('main h2').allTextContents()).toEqual(['ご質問', '一緒に使いたいもの'])
      await inspect(page, 'product-bare')
      // The picture moves to the other product's page and back: the console has an error if two elements have its name.
      const others = page.locator('section').filter({ has: page.getByRole('heading', { name: '一緒に使いたいもの' }) })
      await others.getByRole('link').first().click()
      await page.getByRole('heading', { level: 1, name: '名だけの品' }).waitFor({ state: 'detached' })
      await untilSettled(page)
      await page.goBack()
      await heading('名だけの品')
      await untilSettled(page)
    } finally {
      await sql('delete from product_sku where product_id = $1', id)
      await sql('delete from product where id = $1', id)
    }
  },
)

journey(
  'a computer shows the button to buy without scrolling, for every product and way to buy',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('products')
    const add = page.getByRole('button', { name: 'カートに入れる' })
    const isSeen = () =>
      add.evaluate((button) => {
        const { left, top, bottom } = button.getBoundingClientRect()
        return top > 0 && bottom <= innerHeight && button.contains(document.elementFromPoint(left + 20, top + 20))
      })
    for (const id of [1, 2, 6, 7, 9, 11]) {
      await moveTo(page, `products/detail/${id}`)
      await add.waitFor()
      await expect.poll(isSeen, { message: `product ${id}` }).toBe(true)
      const subscribe = page.getByRole('radio', { name: /^定期便で買う/ })
      if (!(await subscribe.count())) continue
      await subscribe.check()
      await expect.poll(isSeen, { message: `product ${id}, 定期便` }).toBe(true)
    }
  },
  { on: ['desktop'] },
)
