/** A town of a postcode. */
export interface PostcodeTown {
  /** 1 (Hokkaido) to 47 (Okinawa). */
  pref_id: number
  pref: string
  city: string
  town: string
}

/** Looks up postcodes. */
export interface PostcodePort {
  /** Returns every town of a seven-digit postcode, empty if there is none. @throws when the service does not respond */
  towns(postal_code: string): Promise<PostcodeTown[]>
}
