import { expect, test } from 'vitest'
import { detectPictureKind } from './picture-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe1....Exif', 'jpeg'],
  ['\x89PNG\r\n\x1a\n....IHDR', 'png'],
  ['RIFF....WEBPVP8 ', 'webp'],
  ['....ftypavif....avifmif1', 'avif'],
  ['....ftypmif1....mif1avif', 'avif'],
  ['....ftypheic....mif1heic', 'heic'],
  ['RIFF....WAVEfmt ', null],
  ['....ftypisom....mp42', null],
  ['GIF89a', null],
  ['<svg xmlns="http://www.w3.org/2000/svg">', null],
  ['<?xml version="1.0"?>', null],
  ['%PDF-1.7', null],
  ['PK\x03\x04', null],
  ['\x89PNG', null],
  ['', null],
])('%j is %s', (text, kind) => {
  expect(detectPictureKind(bytes(text))).toBe(kind)
})
