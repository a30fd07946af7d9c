import { expect, test } from 'vitest'
import { preloadPictures } from './preload-pictures.ts'

const picture = (name: string, priority: string) =>
  `<picture><source type="image/avif" srcSet="/p/${name}-320.avif 320w, /p/${name}-640.avif 640w" sizes="(min-width: 768px) 46vw, 82vw"/><img src="/p/${name}-640.webp" alt="" fetchPriority="${priority}" class="block"/></picture>`
const link = (name: string) =>
  `</p/${name}-320.avif>; rel=preload; as=image; type="image/avif"; imagesrcset="/p/${name}-320.avif 320w, /p/${name}-640.avif 640w"; imagesizes="(min-width: 768px) 46vw, 82vw"; fetchpriority=high`

const source = (name: string, media: string, format = 'avif') =>
  `<source type="image/${format}" media="(${media})" srcSet="/p/${name}-640.${format} 640w" sizes="82vw"/>`
const linkFor = (name: string, media: string) =>
  `</p/${name}-640.avif>; rel=preload; as=image; type="image/avif"; imagesrcset="/p/${name}-640.avif 640w"; imagesizes="82vw"; media="(${media})"; fetchpriority=high`

test('a picture of its own for each kind of screen', () => {
  const sources = source('wide', 'min-width: 768px') + source('wide', 'min-width: 768px', 'webp')
  const html = `<picture>${sources}${source('upright', 'max-width: 767.9px')}<img fetchPriority="high"/></picture>`
  expect(preloadPictures(html)).toBe(
    `${linkFor('wide', 'min-width: 768px')}, ${linkFor('upright', 'max-width: 767.9px')}`,
  )
})

test.each([
  ['no picture', '<p>…</p>', ''],
  ['pictures that can wait', picture('a', 'auto'), ''],
  ['one that is largest', picture('a', 'auto') + picture('b', 'high'), link('b')],
  ['two beside each other', picture('a', 'high') + picture('b', 'high'), `${link('a')}, ${link('b')}`],
  ['never more', ['a', 'b', 'c'].map((name) => picture(name, 'high')).join(''), `${link('a')}, ${link('b')}`],
  ['one that the page contains', picture('a', 'high').replaceAll('/p/a-320.avif', 'data:image/avif;base64,AA=='), ''],
  ['an address that would end the line', picture('a"', 'high'), ''],
])('%s', (_, html, expected) => {
  expect(preloadPictures(html)).toBe(expected)
})
