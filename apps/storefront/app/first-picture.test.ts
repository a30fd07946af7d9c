import { expect, test } from 'vitest'
import { withFirstPictures } from './first-picture.ts'

const square = '(min-width: 768px) 48vw, 82vw'
const source = (widths: number[], sizes: string, media = '') =>
  `<source type="image/avif"${media} srcSet="${widths.map((w) => `/p/oil-${w}.avif ${w}w`).join(', ')}" sizes="${sizes}"/>`
const picture = (sources: string, priority = 'high') =>
  `<picture>${sources}<img src="/p/oil-640.webp" alt="" fetchPriority="${priority}"/></picture>`
const html = picture(source([320, 640, 960], square))

const small = new Uint8Array([251, 255])
const reading = (content: Uint8Array | null) => (url: string) =>
  Promise.resolve(url === '/p/oil-640.avif' ? content : null)
const card = picture(source([320, 640, 960], '41vw'))
const readingOf = (url: string) => Promise.resolve(url === '/p/oil-320.avif' ? small : null)

test('the page contains the picture for phones; its other widths and sizes stay known', async () => {
  expect(await withFirstPictures(`<p>$1</p>${html}`, reading(small))).toBe(
    `<p>$1</p>${picture(
      `<source type="image/avif" srcSet="data:image/avif;base64,+/8= 640w, /p/oil-960.avif 960w" sizes="(min-width: 768px) 48vw, 1px" data-sizes="${square}"/>`,
    )}`,
  )
})

test('of a picture with a source for each kind of screen, the one for phones', async () => {
  const wide = source([640, 1600], '100vw', ' media="(min-width: 768px)"')
  const upright = source([640, 960], '82vw', ' media="(max-width: 767.9px)"')
  expect(await withFirstPictures(picture(wide + upright), reading(small))).toBe(
    picture(
      `${wide}<source type="image/avif" media="(max-width: 767.9px)" srcSet="data:image/avif;base64,+/8= 640w, /p/oil-960.avif 960w" sizes="1px" data-sizes="82vw"/>`,
    ),
  )
})

test('two beside each other, each half as wide', async () => {
  const inPage = picture(
    '<source type="image/avif" srcSet="data:image/avif;base64,+/8= 320w, /p/oil-640.avif 640w, /p/oil-960.avif 960w" sizes="1px" data-sizes="41vw"/>',
  )
  expect(await withFirstPictures(card + card, readingOf)).toBe(inPage + inPage)
})

test.each([
  ['no picture', '<p>…</p>', small],
  ['a picture that can wait', picture(source([320, 640], square), 'auto'), small],
  ['one without a width for phones', picture(source([320], square)), small],
  ['one that is not on the disk', html, null],
  ['one of two that is not on the disk', html + card, small],
  ['one that is too large', html, new Uint8Array(16 * 1024 + 1)],
  ['two that are too large together', html + html, new Uint8Array(8 * 1024 + 1)],
])('unchanged: %s', async (_, page, content) => {
  expect(await withFirstPictures(page, reading(content))).toBe(page)
})
