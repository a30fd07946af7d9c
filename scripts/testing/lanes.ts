/** Journeys made at the same time: as many as `npm test` says, one for a file that is run alone. */
export const lanes = Number(process.env.JOURNEY_LANES) || 1
