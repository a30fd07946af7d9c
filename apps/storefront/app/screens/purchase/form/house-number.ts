/** Whether an address line has no number in it, in any writing: the parcel may not find the house. 番地なし is fine. */
export const lacksHouseNumber = (addr02: string): boolean =>
  addr02.trim() !== '' && !/[0-9０-９一二三四五六七八九十百]|番地なし|無番地/.test(addr02)
