import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { picturesInPage } from './pictures-in-page.ts'
import { AvifSource, PicturesInPage } from './ui/avif-source.tsx'

const files = (...widths: number[]) => widths.map((width) => ({ url: `/p/oil-${width}.avif`, width }))
const small = new Uint8Array([251, 255])
const phone = '(max-width: 767.9px)'
const square = '(min-width: 768px) 48vw, 82vw'

async function rendered(read: Record<string, Uint8Array>, ...sources: React.ComponentProps<typeof AvifSource>[]) {
  const { prelude } = await prerender(
    <PicturesInPage value={picturesInPage(async (url) => read[url] ?? null)}>
      {sources.map((source) => (
        <AvifSource key={source.sizes} {...source} />
      ))}
    </PicturesInPage>,
  )
  return new Response(prelude).text()
}

test('the page contains the picture for phones; its other widths and sizes stay known', async () => {
  const source = { files: files(320, 640, 960), sizes: square, isFirst: true }
  expect(await rendered({ '/p/oil-640.avif': small }, source)).toBe(
    `<source type="image/avif" srcSet="data:image/avif;base64,+/8= 640w, /p/oil-960.avif 960w" sizes="(min-width: 768px) 48vw, 1px" data-sizes="${square}"/>`,
  )
})

test('of a picture with a source for each kind of screen, the one for phones', async () => {
  const source = { files: files(640, 960), sizes: '82vw', media: phone, isFirst: true }
  expect(await rendered({ '/p/oil-640.avif': small }, source)).toBe(
    `<source type="image/avif" media="${phone}" srcSet="data:image/avif;base64,+/8= 640w, /p/oil-960.avif 960w" sizes="1px" data-sizes="82vw"/>`,
  )
})

test('two beside each other, each half as wide', async () => {
  const source = { files: files(320, 640), sizes: '41vw', isFirst: true }
  const html = await rendered({ '/p/oil-320.avif': small }, source, { ...source, sizes: '40vw' })
  expect(html.match(/data:image\/avif;base64,\+\/8= 320w, \/p\/oil-640.avif 640w/g)).toHaveLength(2)
})

test.each([
  ['a picture that can wait', { isFirst: false }, small],
  ['one without a width for phones', { files: files(320) }, small],
  ['one that is not on the disk', {}, undefined],
  ['one that is too large', {}, new Uint8Array(16 * 1024 + 1)],
])('files: %s', async (_, more, content) => {
  const source = { files: files(320, 640), sizes: square, isFirst: true, ...more }
  const html = await rendered(content ? { '/p/oil-640.avif': content } : {}, source)
  expect(html).toContain('srcSet="/p/oil-320.avif 320w')
  expect(html).not.toContain('data:')
})

test('not more than a page may have: the others are files', async () => {
  const content = new Uint8Array(9 * 1024)
  const source = { files: files(640), sizes: square, isFirst: true }
  const wide = { ...source, files: [{ url: '/p/comb-640.avif', width: 640 }], sizes: '82vw' }
  const html = await rendered({ '/p/oil-640.avif': content, '/p/comb-640.avif': content }, source, wide)
  expect(html.match(/data:image/g)).toHaveLength(1)
})
