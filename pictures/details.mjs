/** Cuts details out of finished pictures, in the same three sizes: `node pictures/details.mjs [NAME…]`. Needs no Blender. */
import sharp from 'sharp'
import { pictureFile, writeSizes } from './sizes.mjs'

/** From which picture, and where its left upper corner and its width are, as parts of the whole. */
const details = {
  'hero-1': { from: 'hero-1-1600', left: 0.35, top: 0, width: 0.45 },
  'boxwood-comb-3': { from: 'boxwood-comb-2-960', left: 0.1, top: 0.28, width: 0.6 },
}

const asked = process.argv.slice(2)
for (const [name, { from, left, top, width }] of Object.entries(details)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const source = sharp(pictureFile(from))
  const whole = await source.metadata()
  const wide = Math.round(whole.width * width)
  const cut = {
    left: Math.round(whole.width * left),
    top: Math.round(whole.height * top),
    width: wide,
    height: Math.round(wide * 1.25),
  }
  await writeSizes(name, await source.extract(cut).png().toBuffer())
}
