// The names of the schedules of a program: node schedules.js FILE
import { readFileSync } from "node:fs";

console.log(Object.keys(JSON.parse(readFileSync(process.argv[2])).schedules).join(" "));
