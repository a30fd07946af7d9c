import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'

const folder = new URL('../apps/storefront/public/pictures/', import.meta.url).pathname

export const pictureFile = (name) => `${folder}${name}.webp`

/** Writes a picture of 4:5 in the three sizes of the series, each as AVIF and WebP. `whole`: what sharp reads. */
export const writeSizes = (name, whole) =>
  write(name, whole, [320, 640, 960], { avif: { quality: 58, effort: 5 }, webp: { quality: 82 } })

/** The same up to 1,600 px. `name` begins with `large/`, which tells the shop that there are four. */
export const writeLarge = (name, whole) =>
  write(name, whole, [320, 640, 960, 1600], { avif: { quality: 60, effort: 3 }, webp: { quality: 82 } })

/** A drawing as wide as a text, in one file. */
export const writeStrip = (name, whole) =>
  sharp(whole).resize(1360, null, { kernel: 'lanczos3' }).webp({ quality: 82 }).toFile(`${folder}${name}-1360.webp`)

async function write(name, whole, sizes, { avif, webp }) {
  await mkdir(`${folder}large`, { recursive: true })
  for (const size of sizes) {
    const picture = sharp(
      await sharp(whole)
        .resize(size, size * 1.25, { kernel: 'lanczos3' })
        .png()
        .toBuffer(),
    )
    await picture.clone().avif(avif).toFile(`${folder}${name}-${size}.avif`)
    await picture.clone().webp(webp).toFile(`${folder}${name}-${size}.webp`)
  }
}
