import { type PictureFile, type PictureMaker, PictureRefused } from '@kushi/shop/ports/picture-port'
import type { PictureShape } from '@kushi/values/product'
import { LARGE_PICTURE_FOLDER, PICTURE_FORMATS, pictureFileName, pictureWidths } from '@kushi/values/product'
import sharp from 'sharp'

// A decoded picture is never needed again, and the server has little memory.
sharp.cache(false)
sharp.concurrency(1)

/** About 25 kB for the widest AVIF. More effort takes several times as long and saves a tenth of the size. */
const quality = { avif: { quality: 50, effort: 2 }, webp: { quality: 80, effort: 4 } } as const

/**
 * Makes pictures with libvips: rotated as the camera was held, goods cropped to 4:5 from the centre in sRGB on white,
 * logos uncropped. Removes all metadata of the camera (place, time, name). One picture at a time, because each uses a
 * whole core.
 */
export function sharpPictures(): PictureMaker {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const made = last.then(work)
    last = made.catch(() => undefined)
    return made
  }
  return {
    make: (content, mostPixels, shape) => inTurn(() => make(content, mostPixels, shape)),
    photograph: (content, mostPixels) => inTurn(() => photograph(content, mostPixels)),
    jpeg: (content) =>
      inTurn(async () => {
        const picture = sharp(content).flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true })
        return new Uint8Array(await picture.toBuffer())
      }),
  }
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

async function make(content: Uint8Array, mostPixels: number, shape: PictureShape) {
  const options = { limitInputPixels: mostPixels, failOn: 'error', animated: false } as const
  const { width, height } = await sizeOf(content, mostPixels)
  // Nothing is enlarged to 1,600 px.
  const folder = shape === 'goods' && width >= 1600 && height >= 2000 ? LARGE_PICTURE_FOLDER : ''
  const widths = pictureWidths(folder)
  const widest = Math.max(...widths)
  const heightOf = shape === 'goods' ? (one: number) => (one / 4) * 5 : (one: number) => one / 4
  const size = { width: widest, height: heightOf(widest) }
  const source = sharp(content, options).autoOrient()
  const shaped =
    shape === 'goods'
      ? source
          .resize({ ...size, fit: 'cover' })
          .flatten({ background: '#ffffff' })
          .toColourspace('srgb')
          .removeAlpha()
      : source
          .resize({ ...size, fit: 'contain', background: clear })
          .toColourspace('srgb')
          .ensureAlpha()
  const frame = await shaped
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new PictureRefused('unreadable')
    })
  const raw = { width: frame.info.width, height: frame.info.height, channels: frame.info.channels }
  const files: PictureFile[] = []
  for (const one of widths)
    for (const format of PICTURE_FORMATS)
      files.push({
        ending: pictureFileName('', one, format),
        type: `image/${format}`,
        content: await sharp(frame.data, { raw })
          .resize({ width: one, height: heightOf(one) })
          .toFormat(format, quality[format])
          .toBuffer(),
      })
  return { folder, width, height, files }
}

async function photograph(content: Uint8Array, mostPixels: number) {
  await sizeOf(content, mostPixels)
  const { data, info } = await sharp(content, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
    .autoOrient()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new PictureRefused('unreadable')
    })
  return { content: new Uint8Array(data), width: info.width, height: info.height }
}

/** Returns the size from the file's header, before any pixel is decoded. */
async function sizeOf(content: Uint8Array, mostPixels: number) {
  const { autoOrient } = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new PictureRefused('unreadable')
    })
  if (autoOrient.width * autoOrient.height > mostPixels) throw new PictureRefused('too_large')
  return autoOrient
}
