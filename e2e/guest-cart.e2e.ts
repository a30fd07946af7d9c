import { journey } from './lib/journey.ts'

journey('two tabs have one cart, which survives a reload', async ({ page, device }) => {
  const add = async (tab: typeof page) => {
    await tab.getByRole('button', { name: 'カートに入れる' }).click()
    await tab.getByRole('link', { name: 'カートを見る' }).waitFor()
  }
  await page.goto('products/detail/13')
  await add(page)
  const second = await device.newPage()
  await second.goto('products/detail/13')
  await add(second)
  await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.getByRole('button', { name: '手ぬぐいをカートから削除' }).click()
  await second.getByRole('link', { name: 'カート(0点)' }).waitFor()
  await page.getByRole('button', { name: '元に戻す' }).click()
  await second.getByRole('link', { name: 'カート(2点)' }).waitFor()
  // The tab that closes last does not restore old contents.
  await page.close()
  await second.reload()
  await second.getByRole('link', { name: 'カート(2点)' }).waitFor()
})
