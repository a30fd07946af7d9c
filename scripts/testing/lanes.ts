/** Number of parallel journeys: as set by `npm test`; one for a file that is run alone. */
export const lanes = Number(process.env.JOURNEY_LANES) || 1
