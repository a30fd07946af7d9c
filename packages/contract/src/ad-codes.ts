import { CLICK_ID_NAMES, CLICK_ID_PATTERN, LANDING_PATH_PATTERN } from '@kushi/values/click-id'
import { z } from 'zod'

const code = z.string().max(64).nullable().default(null)

/**
 * Codes of the advert that brought the visitor: `adcd` the advert, `abmtcd` a second media code, `ad_user_id` the
 * ad network's id of the visitor.
 */
export const adCodeFields = { adcd: code, abmtcd: code.meta({ description: 'A second media code.' }), ad_user_id: code }

export const landingPathField = z
  .string()
  .regex(LANDING_PATH_PATTERN)
  .meta({ description: 'Path of the page that an advert opened.' })

/** 広告からの訪問: the last one, with the numbers that media gave its click. */
export const AdVisit = z.object({
  landing_path: landingPathField,
  click_ids: z.partialRecord(z.enum(CLICK_ID_NAMES), z.string().regex(CLICK_ID_PATTERN)).meta({
    description: 'クリックID: numbers that media gave the click, by the name of their parameter.',
  }),
})
