import { z } from 'zod'

const code = z.string().max(64).nullable().default(null)

/**
 * Codes of the advert that brought the visitor: `adcd` the advert, `abmtcd` a second media code, `ad_user_id` the
 * ad network's id of the visitor.
 */
export const adCodes = { adcd: code, abmtcd: code.meta({ description: 'A second media code.' }), ad_user_id: code }
