/* The player in the page: it plays nothing for as long as the talk lasts, and knows which captions there are. */

const SECONDS = 417;
const RATE = 3000; // samples a second, one byte each

function silence() {
  const header = new DataView(new ArrayBuffer(44));
  const text = (at, letters) => [...letters].forEach((letter, i) => header.setUint8(at + i, letter.charCodeAt(0)));
  const length = SECONDS * RATE;
  text(0, "RIFF");
  header.setUint32(4, 36 + length, true);
  text(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true); // PCM
  header.setUint16(22, 1, true); // mono
  header.setUint32(24, RATE, true);
  header.setUint32(28, RATE, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  text(36, "data");
  header.setUint32(40, length, true);
  return new Blob([header, new Uint8Array(length).fill(128)], { type: "audio/wav" });
}

const player = document.getElementById("movie_player");
player.querySelector("video").src = URL.createObjectURL(silence());

player.getPlayerResponse = () => {
  const videoId = new URL(location.href).searchParams.get("v");
  const name = { runs: [{ text: "English" }] };
  const baseUrl = `https://www.youtube.com/api/timedtext?v=${videoId}&lang=en`;
  return {
    videoDetails: {
      videoId,
      title: document.querySelector("h1").textContent,
      shortDescription: "With every mistake left in.\n0:00 On the table\n2:10 A place in the garden\n3:07 The mast",
    },
    captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl, languageCode: "en", name }] } },
  };
};
